/* Moves the explorers and answers the questions of a page. No kernel, no network, no library. */
(() => {
  "use strict";
  const ANNOUNCE_AFTER = 400;
  const ADDRESS_EVERY = 340;
  const GRASP = 26;
  const LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

  const every = (root, selector) => Array.from(root.querySelectorAll(selector));

  /* The address: #name?control=value&… ; written at once, then at most three times a second. */
  const address = {
    last: 0,
    timer: null,
    read(name) {
      const [target, query] = location.hash.slice(1).split("?");
      return target === name ? new URLSearchParams(query || "") : null;
    },
    write(hash) {
      clearTimeout(this.timer);
      const wait = this.last + ADDRESS_EVERY - performance.now();
      if (wait > 0) {
        this.timer = setTimeout(() => this.write(hash), wait);
        return;
      }
      this.last = performance.now();
      try {
        history.replaceState(history.state, "", hash);
      } catch (error) {
        this.timer = setTimeout(() => this.write(hash), 3 * ADDRESS_EVERY);
      }
    },
  };

  class Explorer {
    constructor(figure) {
      this.figure = figure;
      this.name = figure.dataset.name;
      this.data = JSON.parse(figure.querySelector(".sqrtdk-data").textContent);
      this.at = this.data.controls.map((control) => control.rest);
      this.form = figure.querySelector(".sqrtdk-controls");
      this.readout = figure.querySelector(".sqrtdk-readout");
      this.announcement = figure.querySelector(".sqrtdk-announcement");
      this.moving = Object.keys(this.data.artists).map((key) => [
        figure.querySelector(`[data-artist="${key}"]`),
        this.data.artists[key],
      ]);
      this.panels = every(figure, "[data-when]").map((panel) => [
        panel,
        JSON.parse(panel.dataset.when),
      ]);
      this.form.hidden = false;
      figure.classList.add("is-live");
      const states = figure.querySelector(".sqrtdk-states");
      if (states) states.open = false;
      this.listen();
      this.drags = this.data.drags.map((drag) => new Drag(this, drag));
      this.open(false);
    }

    listen() {
      this.form.addEventListener("submit", (event) => event.preventDefault());
      this.form.addEventListener("input", (event) => {
        const at = this.position(event.target.name);
        if (at < 0) return;
        this.move(at, event.target.type === "checkbox" ? Number(event.target.checked) : Number(event.target.value));
      });
      this.form.addEventListener("click", (event) => {
        const at = this.position(event.target.name);
        if (at < 0 || this.data.controls[at].kind !== "draw") return;
        this.move(at, (this.at[at] + 1) % this.data.controls[at].keys.length);
      });
      this.form.addEventListener("reset", (event) => {
        event.preventDefault();
        this.at = this.data.controls.map((control) => control.rest);
        this.changed();
      });
      addEventListener("hashchange", () => this.open(true));
    }

    position(name) {
      return this.data.controls.findIndex((control) => control.name === name);
    }

    move(at, stop) {
      this.at[at] = stop;
      this.changed();
    }

    changed() {
      this.show();
      this.say();
      address.write(this.hash());
    }

    hash() {
      const query = this.data.controls.map(
        (control, at) => `${control.name}=${encodeURIComponent(control.keys[this.at[at]])}`,
      );
      return `#${this.name}?${query.join("&")}`;
    }

    /* Set the state that the address names, if it names this explorer. */
    open(again) {
      const wanted = address.read(this.name);
      if (!wanted) return;
      this.data.controls.forEach((control, at) => {
        if (wanted.has(control.name)) this.at[at] = nearest(control.keys, wanted.get(control.name), control.rest);
      });
      this.show();
      if (again) this.say();
      this.bringIntoView();
    }

    /* In the middle of what the bar at the top leaves of the window; from its top if it is taller. */
    bringIntoView() {
      const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const fits = this.figure.offsetHeight <= document.documentElement.clientHeight - bar;
      this.figure.scrollIntoView({ block: fits ? "center" : "start", behavior: "instant" });
    }

    value(series) {
      let index = 0;
      for (const at of series.on) index = index * this.data.controls[at].keys.length + this.at[at];
      return series.v[series.i ? series.i[index] : index];
    }

    sentence() {
      return this.data.readout.replace(/\{(\w+)\}/g, (_, key) => this.value(this.data.fields[key]));
    }

    show() {
      for (const [element, series] of this.moving) {
        const value = this.value(series);
        if (element.tagName === "path") element.setAttribute("d", value);
        else if (element.tagName === "text") place(element, value);
        else shade(element, value);
      }
      const chosen = Object.fromEntries(
        this.data.controls.map((control, at) => [control.name, control.keys[this.at[at]]]),
      );
      for (const [panel, when] of this.panels) {
        panel.hidden = Object.keys(when).some((key) => chosen[key] !== when[key]);
      }
      this.data.controls.forEach((control, at) => this.showControl(control, this.at[at]));
      this.readout.textContent = this.sentence();
    }

    showControl(control, stop) {
      for (const input of every(this.form, `input[name="${control.name}"]`)) {
        if (input.type === "radio") {
          input.checked = Number(input.value) === stop;
          continue;
        }
        if (input.type === "checkbox") {
          input.checked = stop === 1;
          continue;
        }
        input.value = stop;
        input.setAttribute("aria-valuetext", control.shown[stop]);
        input.nextElementSibling.textContent = control.shown[stop];
      }
    }

    say() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.announcement.textContent = this.readout.textContent;
      }, ANNOUNCE_AFTER);
    }
  }

  function place(element, value) {
    const [x, y] = value.split(" ", 2);
    element.setAttribute("x", x || 0);
    element.setAttribute("y", y || 0);
    element.textContent = value ? value.slice(x.length + y.length + 2) : "";
  }

  /* An image of a small grid: one letter says how opaque a cell is. */
  function shade(group, letters) {
    Array.from(group.children).forEach((cell, at) => {
      cell.setAttribute("fill-opacity", (LEVELS.indexOf(letters[at]) / (LEVELS.length - 1)).toFixed(2));
    });
  }

  /* Take an artist by hand: it snaps to the stops of its sliders. */
  class Drag {
    constructor(explorer, data) {
      this.explorer = explorer;
      this.data = data;
      this.sizes = data.on.map((at) => explorer.data.controls[at].keys.length);
      this.element = explorer.figure.querySelector(`[data-artist="${data.artist}"]`);
      this.svg = this.element.ownerSVGElement;
      this.element.style.cursor = "grab";
      this.svg.addEventListener("pointerdown", (event) => this.take(event));
      this.svg.addEventListener("pointermove", (event) => this.follow(event));
      for (const end of ["pointerup", "pointercancel"]) {
        this.svg.addEventListener(end, () => (this.held = false));
      }
      /* A finger that starts on the artist moves it; elsewhere it scrolls the page. */
      this.svg.addEventListener(
        "touchstart",
        (event) => {
          if (this.isNear(event.touches[0])) event.preventDefault();
        },
        { passive: false },
      );
    }

    point(event) {
      const place = new DOMPoint(event.clientX, event.clientY);
      return place.matrixTransform(this.svg.getScreenCTM().inverse());
    }

    distance(event, index) {
      const { x, y } = this.point(event);
      return Math.hypot(this.data.at[index][0] - x, this.data.at[index][1] - y);
    }

    current() {
      return this.data.on.reduce((index, at, i) => index * this.sizes[i] + this.explorer.at[at], 0);
    }

    isNear(event) {
      return this.distance(event, this.current()) < GRASP;
    }

    /* Of several artists within reach the nearest is taken, of two in one place the first. */
    isNearest(event) {
      const rivals = this.explorer.drags.filter((drag) => drag.svg === this.svg);
      const away = rivals.map((drag) => drag.distance(event, drag.current()));
      return rivals[away.indexOf(Math.min(...away))] === this;
    }

    take(event) {
      if (!this.isNear(event) || !this.isNearest(event)) return;
      this.held = true;
      this.svg.setPointerCapture(event.pointerId);
      event.preventDefault();
    }

    follow(event) {
      if (!this.held) return;
      const away = this.data.at.map((_, index) => this.distance(event, index));
      let index = away.indexOf(Math.min(...away));
      if (index === this.current()) return;
      for (let i = this.sizes.length - 1; i >= 0; i -= 1) {
        this.explorer.at[this.data.on[i]] = index % this.sizes[i];
        index = Math.floor(index / this.sizes[i]);
      }
      this.explorer.changed();
    }
  }

  function nearest(keys, wanted, rest) {
    const exact = keys.indexOf(wanted);
    if (exact >= 0) return exact;
    if (wanted.trim() === "" || !Number.isFinite(Number(wanted))) return rest;
    const distance = keys.map((key) => Math.abs(Number(key) - Number(wanted)));
    return distance.some(Number.isNaN) ? rest : distance.indexOf(Math.min(...distance));
  }

  function question(form) {
    const data = JSON.parse(form.querySelector("script").textContent);
    const verdict = form.querySelector(".sqrtdk-verdict");
    const say = (words, right) => {
      verdict.textContent = words;
      verdict.dataset.right = right;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = form.querySelector("input[inputmode]");
      if (!field) return;
      const given = readNumber(field.value);
      if (Number.isNaN(given)) {
        say(data.unreadable, false);
        return;
      }
      const at = data.values.findIndex((value) => Math.abs(value - given) <= data.tolerance);
      say(at < 0 ? data.otherwise : data.verdicts[at], at >= 0 && data.right[at]);
    });
    form.addEventListener("change", (event) => {
      if (event.target.type !== "radio") return;
      const at = Number(event.target.value);
      say(data.verdicts[at], data.right[at]);
    });
  }

  /* A decimal number or a fraction; NaN for anything else. */
  function readNumber(words) {
    const parts = words.replaceAll("°", "").replaceAll("−", "-").replaceAll(",", ".").split("/").map((part) => part.trim());
    if (parts.length > 2 || !parts.every((part) => NUMBER.test(part))) return NaN;
    const value = Number(parts[0]) / Number(parts[1] ?? 1);
    return Number.isFinite(value) ? value : NaN;
  }

  function wake() {
    every(document, "figure.sqrtdk-explorer").forEach((figure) => new Explorer(figure));
    every(document, "form.sqrtdk-question").forEach(question);
  }

  addEventListener("hashchange", () => clearTimeout(address.timer));
  addEventListener("beforeprint", () => every(document, "details").forEach((fold) => (fold.open = true)));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", wake);
  else wake();
})();
