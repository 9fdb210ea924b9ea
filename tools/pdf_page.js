/* Puts all pages of the built site into the page that is open, ready to be printed as one book. */
(() => {
  "use strict";
  const REFERENCES = ["for", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-details"];
  const SUBSCRIPTS = { k: "ₖ", n: "ₙ", i: "ᵢ", j: "ⱼ", 0: "₀", 1: "₁", 2: "₂" };
  const WHOLE = ".sqrtdk-panels, .cell_input, .sqrtdk-question, figure:not(:has(tr:nth-child(16)))";
  const HEADINGS = "h1, h2, h3";

  const every = (root, selector) => Array.from(root.querySelectorAll(selector));
  const slug = (page) => page.replaceAll("/", "-");
  const address = (page) => new URL(`/${page}.html`, location.origin).pathname;

  function make(name, attributes, ...children) {
    const element = Object.assign(document.createElement(name), attributes);
    element.append(...children);
    return element;
  }

  async function fetched(page, offer) {
    const url = new URL(address(page), location.origin);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    const source = new DOMParser().parseFromString(await answer.text(), "text/html");
    const article = document.importNode(source.querySelector("article.bd-article"), true);
    for (const link of every(article, `a[href$="${offer}"]`)) {
      const said = link.closest("dd");
      said.previousElementSibling.remove();
      said.remove();
    }
    for (const fold of every(article, "details")) fold.open = true;
    for (const box of every(article, ".admonition.dropdown")) box.classList.remove("dropdown");
    return { page, url, article };
  }

  /* What is an id on its own page carries the name of the page in the book. */
  function rename({ page, url, article }, pages) {
    const own = (id) => `${slug(page)}--${id}`;
    for (const element of every(article, "*")) {
      for (const { name, value } of Array.from(element.attributes)) {
        if (name === "id") element.id = own(value);
        else if (REFERENCES.includes(name)) {
          element.setAttribute(name, value.trim().split(/\s+/).map(own).join(" "));
        } else if (value.includes("url(#")) {
          element.setAttribute(name, value.replaceAll("url(#", `url(#${own("")}`));
        } else if (/^(xlink:)?href$/.test(name) && !element.matches("a") && value.startsWith("#")) {
          element.setAttribute(name, `#${own(value.slice(1))}`);
        }
      }
    }
    for (const figure of every(article, "figure[data-name]")) figure.id = own(figure.dataset.name);
    for (const link of every(article, "a[href]")) lead(link, new URL(link.getAttribute("href"), url), pages);
    article.id = slug(page);
  }

  /* A link into the site becomes one into the book; of a state of a picture, one to the picture. */
  function lead(link, target, pages) {
    if (target.origin !== location.origin) return;
    const page = pages.find((name) => address(name) === target.pathname);
    const id = decodeURIComponent(target.hash.slice(1).split("?")[0]);
    if (!page) throw new Error(`a link to ${target.pathname}, which is no page of the book`);
    link.setAttribute("href", `#${slug(page)}${id ? `--${id}` : ""}`);
  }

  function settleLinks() {
    for (const link of every(document, "a[href^='#']")) {
      const id = decodeURIComponent(link.hash.slice(1));
      if (!document.getElementById(id)) throw new Error(`a link to #${id}, which is not there`);
    }
  }

  function titlePage(book) {
    return make("header", { className: "book-title" },
      make("h1", { textContent: book.title }),
      make("p", { className: "book-subtitle", textContent: book.subtitle }),
      make("p", { textContent: book.author }),
      make("p", { textContent: `© ${book.copyright}` }));
  }

  function entry(level, id, words) {
    const number = make("span", { className: "book-number", textContent: "000" });
    number.dataset.id = id;
    const link = make("a", { href: `#${id}` }, make("span", { className: "book-entry" }, ...words), number);
    return make("li", { className: `book-level-${level}` }, link);
  }

  /* The words of a heading, without the sign that links to it. */
  function words(heading) {
    const copy = heading.cloneNode(true);
    for (const link of every(copy, "a.headerlink")) link.remove();
    for (const link of every(copy, "a")) link.replaceWith(...link.childNodes);
    return Array.from(copy.childNodes);
  }

  function contents(parts, articles) {
    const list = make("ol");
    for (const part of parts) {
      if (part.caption) list.append(entry(0, slug(part.pages[0]), [part.caption]));
      for (const page of part.pages) {
        for (const heading of every(articles.get(page), "h1, h2")) {
          const top = heading.matches("h1");
          list.append(entry(top ? 1 : 2, top ? slug(page) : heading.parentElement.id, words(heading)));
        }
      }
    }
    return make("nav", { id: "contents", className: "book-contents" },
      make("h1", { textContent: "Contents" }), list);
  }

  function plain(heading) {
    const copy = heading.cloneNode(true);
    for (const link of every(copy, "a.headerlink")) link.remove();
    for (const formula of every(copy, "mjx-container")) {
      for (const below of every(formula, "mjx-assistive-mml msub > :last-child")) {
        below.textContent = Array.from(below.textContent, (sign) => SUBSCRIPTS[sign] || sign).join("");
      }
      formula.replaceWith(formula.querySelector("mjx-assistive-mml").textContent);
    }
    return copy.textContent.trim().replace(/\s+/g, " ");
  }

  function outline(parts, articles) {
    return parts.map((part) => ({
      caption: part.caption,
      headings: part.pages.flatMap((page) =>
        every(articles.get(page), HEADINGS).map((heading) => ({
          level: Number(heading.tagName[1]),
          id: heading.matches("h1") ? slug(page) : heading.parentElement.id,
          title: plain(heading),
        })),
      ),
    }));
  }

  /* What paper would cut: boxes wider than the sheet, and figures that no sheet holds. */
  function settleSizes(height) {
    const whole = document.querySelector(".bd-content");
    const edge = Math.ceil(whole.getBoundingClientRect().right);
    for (const element of every(whole, "*:not(svg *, mjx-container *, .sqrtdk-announcement)")) {
      const box = element.getBoundingClientRect();
      const called = `${element.tagName} of ${element.closest("article, nav, header").id}`;
      if (box.width && box.right > edge) throw new Error(`${called} is cut on the right: ${element.textContent}`);
      if (element.matches(WHOLE) && box.height > height) throw new Error(`${called} is longer than a sheet`);
    }
  }

  /* Runs over the whole book: title page, contents, then the pages in their order. */
  window.assembleBook = async (book) => {
    await window.MathJax.startup.promise;
    const pages = book.parts.flatMap((part) => part.pages);
    const read = await Promise.all(pages.map((page) => fetched(page, book.offer)));
    const articles = new Map(read.map(({ page, article }) => [page, article]));
    for (const one of read) rename(one, pages);
    const whole = make("div", { className: "bd-content" },
      titlePage(book), contents(book.parts, articles), ...articles.values());
    pages.forEach((page, at) => (articles.get(page).style.page = `chapter-${at}`));
    document.body.replaceChildren(make("main", { className: "bd-main book-pdf" }, whole));
    document.title = book.title;
    settleLinks();
    await window.MathJax.typesetPromise();
    await document.fonts.ready;
    settleSizes(book.height);
    return outline(book.parts, articles);
  };

  window.numberContents = (numbers) => {
    for (const place of every(document, ".book-number")) place.textContent = numbers[place.dataset.id];
  };
})();
