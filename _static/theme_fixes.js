// What scrolls sideways must be reachable by keyboard: the theme does this for code only.
(function () {
  const WIDE = "mjx-container[display], div.math, .pst-scrollable-table-container, .sqrtdk-table, .cell_output > .output";

  function update() {
    for (const box of document.querySelectorAll(WIDE)) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else if (!box.matches(".output")) box.removeAttribute("tabindex");
    }
  }

  let waiting = 0;
  window.addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(update, 300);
  });
  window.addEventListener("load", () => {
    const mathjax = window.MathJax && window.MathJax.startup;
    (mathjax && mathjax.promise ? mathjax.promise : Promise.resolve()).then(update);
  });
})();

// Paper is light, whatever the screen shows.
(function () {
  const page = document.documentElement;
  let shown = page.dataset.theme;
  window.addEventListener("beforeprint", () => {
    shown = page.dataset.theme;
    page.dataset.theme = "light";
  });
  window.addEventListener("afterprint", () => {
    page.dataset.theme = shown;
  });
})();
