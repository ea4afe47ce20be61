// The page as a whole: tabs, colours, and the test of the page by itself.

import * as playground from "./playground.js";
import * as puzzles from "./puzzles.js";
import * as snake from "./snake.js";
import { load, save } from "./store.js";

const $ = (id) => document.getElementById(id);
const tabs = [...document.querySelectorAll("[role=tab]")];

/* Tabs: one is in the order of focus, arrows change it. */

export function show(name) {
  for (const tab of tabs) {
    const isShown = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !isShown;
  }
  if (name !== "snake") snake.game.pause();
  if (name === "playground") playground.start();
  if (name === "puzzles") puzzles.start();
  snake.redraw();
}

tabs.forEach((tab, place) => {
  tab.addEventListener("click", () => show(tab.id.slice(4)));
  tab.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const next = tabs[(place + way + tabs.length) % tabs.length];
    show(next.id.slice(4));
    next.focus();
  });
});

/* Colours: those of the system, unless the person chooses. */

const THEMES = ["system", "light", "dark"];
const isDark = matchMedia("(prefers-color-scheme: dark)");
function paint() {
  const theme = load("theme", "system");
  document.documentElement.dataset.theme = theme === "system" ? (isDark.matches ? "dark" : "light") : theme;
  $("theme").setAttribute("aria-label", theme === "system" ? "Colours: as the system" : `Colours: ${theme}`);
  $("theme").title = $("theme").getAttribute("aria-label");
  snake.redraw();
}
$("theme").addEventListener("click", () => {
  save("theme", THEMES[(THEMES.indexOf(load("theme", "system")) + 1) % THEMES.length]);
  paint();
});
isDark.addEventListener("change", paint);

paint();
await snake.start();

/* Links to programs and puzzles; links to games of Snake are read by their tab. */

const openLink = async () => {
  const tab = location.hash.startsWith("#g=program&") ? "playground" : puzzles.isLink(location.hash) ? "puzzles" : null;
  if (!tab) return;
  await { playground, puzzles }[tab].openLink(location.hash);
  show(tab);
};
addEventListener("hashchange", openLink);
await openLink();
if (new URLSearchParams(location.search).has("self")) {
  const { test } = await import("./self.js");
  await test(show);
}
