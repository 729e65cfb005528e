// What every page has: its data and words in the language that is chosen, light and dark, the play in the address, and
// elements. Nothing builds HTML from text: every text becomes a text node.

"use strict";

const page = JSON.parse(document.getElementById("data").textContent);
const PLAYERS = ["turn player", "opponent"];
const SIDES = ["turn", "opponent"];

// ---- words ----

let language = kept("language") ?? (page.begins || (/^ja\b/.test(navigator.language) ? "ja" : "en"));
const listeners = [];

function kept(key) {
  try {
    return localStorage.getItem(`endphase ${key}`);
  } catch {
    return null; // a browser may keep nothing for a file
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(`endphase ${key}`, value);
  } catch {
    // then it is as it was at the next visit
  }
}

function text(texts, number) {
  return texts[language][number] || texts.en[number];
}

function word(key, blanks = {}) {
  const found = key.split("/").reduce((words, part) => words[part], page.words[language]);
  return found.replace(/\{(\w+)\}/g, (blank, name) => String(blanks[name] ?? blank));
}

function whenLanguageChanges(listener) {
  listeners.push(listener);
  speak();
}

function speak() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  document.getElementById("language").title = word("names told");
  for (const listener of listeners) listener();
}

document.getElementById("language").addEventListener("click", () => {
  language = language === "en" ? "ja" : "en";
  keep("language", language);
  speak();
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is for the play
  document.querySelector(event.target.hash).focus();
});

// ---- light and dark ----

const darkness = window.matchMedia("(prefers-color-scheme: dark)");

function lit() {
  const theme = kept("theme") ?? (darkness.matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  document.getElementById("theme").setAttribute("aria-pressed", String(theme === "dark"));
}

document.getElementById("theme").addEventListener("click", () => {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  keep("theme", theme);
  lit();
  document.documentElement.dataset.theme = theme; // also where nothing is kept
  document.getElementById("theme").setAttribute("aria-pressed", String(theme === "dark"));
});
darkness.addEventListener("change", lit);
lit();

// ---- the address ----

function parsed() {
  return new URLSearchParams(location.hash.slice(1));
}

function addressed(changes) {
  const address = parsed();
  for (const [key, value] of Object.entries(changes)) {
    if (value) address.set(key, value);
    else address.delete(key);
  }
  const hash = address.toString();
  if (hash !== location.hash.slice(1)) location.hash = hash;
}

// ---- elements ----

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function drawn(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function grouped(digits) {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}
