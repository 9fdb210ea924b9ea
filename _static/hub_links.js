/* On the page for teachers: the address of a hub, typed in, makes links of the list below it. */
(() => {
  "use strict";

  /* The address without what follows its path; nothing unless it is one of the web. */
  function hubAddress(words) {
    let url;
    try {
      url = new URL(words.includes("://") ? words : `https://${words}`);
    } catch {
      return "";
    }
    if (!/^https?:$/.test(url.protocol) || /\s/.test(words)) return "";
    return `${url.origin}${url.pathname}`.replace(/\/(hub\/.*|hub)?$/, "").replace(/\/+$/, "");
  }

  function wake(box) {
    const field = box.querySelector("input");
    const status = box.querySelector("[role=status]");
    const fold = box.querySelector("details");
    const items = Array.from(box.querySelectorAll("li"), (item) => ({
      code: item.querySelector("code"),
      page: item.querySelector(".hub-page"),
      title: item.querySelector(".hub-page").textContent,
      tail: item.querySelector("code").textContent,
    }));
    field.addEventListener("input", () => {
      const words = field.value.trim();
      const hub = words && hubAddress(words);
      status.textContent = hub ? `${items.length} links made.` : words && "This is no address of a hub yet.";
      if (hub) fold.open = true;
      for (const { code, page, title, tail } of items) {
        code.textContent = hub + tail;
        const link = document.createElement("a");
        link.href = hub + tail;
        link.textContent = title;
        page.replaceChildren(hub ? link : title);
      }
    });
    box.querySelector(".hub-address").hidden = false;
  }

  document.querySelectorAll(".hub-links").forEach(wake);
})();
