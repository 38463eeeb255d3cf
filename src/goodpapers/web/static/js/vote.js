// Votes in place: the form is sent, and of the page that answers the card's new part is taken.
// Without a network a vote waits in this browser and is sent when the network is back; the server
// alone decides whose it is, when it was cast, and whether it was blind.
"use strict";
(() => {
  const STORE = "goodpapers.waiting-votes";
  const SAID = { worth_reading: "Worth reading", not_for_me: "Not for me", no_verdict: "Read it, no verdict" };
  const voice = document.createElement("p");
  voice.className = "unseen";
  voice.setAttribute("role", "status");
  document.body.append(voice);

  const cardOf = (key) => document.querySelector(`article[data-paper="${CSS.escape(key)}"]`);
  const reader = () => document.querySelector("form[data-reader]")?.dataset.reader;
  const token = () => document.querySelector('form[data-reader] [name="form_token"]')?.value ?? "";
  const text = (node) => node?.textContent.replace(/\s+/g, " ").trim() ?? "";

  function waiting() {
    try {
      return JSON.parse(localStorage.getItem(STORE)) ?? [];
    } catch {
      return [];
    }
  }

  function keepWaiting(votes) {
    try {
      localStorage.setItem(STORE, JSON.stringify(votes));
      return true;
    } catch {
      return false;
    }
  }

  const isOf = (one, other) => one.paper === other.paper && one.reader === other.reader;

  function tell(card, said) {
    const form = card?.querySelector("form[data-vote]");
    if (form) {
      const line = form.querySelector(".told") ?? document.createElement("p");
      line.className = "told";
      line.textContent = said;
      form.prepend(line);
    }
    voice.textContent = said;
  }

  function showWaiting(vote) {
    const said = SAID[vote.vote] ? `“${SAID[vote.vote]}” waits` : "Taking your vote back waits";
    tell(cardOf(vote.paper), `You are offline. ${said} on this device and is sent when you are back.`);
  }

  function wait(vote) {
    const others = waiting().filter((one) => !isOf(one, vote));
    if (keepWaiting([...others, vote])) showWaiting(vote);
    else tell(cardOf(vote.paper), "You are offline, and this browser keeps nothing. Vote again when you are back.");
  }

  // The new part of the page, or undefined where the answer is another page or an error.
  async function send(key, act, values) {
    const answer = await fetch(`/papers/${key}/${act}`, { method: "POST", body: values });
    const path = new URL(answer.url).pathname;
    if (answer.redirected && path !== `/papers/${key}`) return { leave: answer.url };
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) return { refused: text(page.querySelector(".lead")) || "That did not work.", status: answer.status };
    return { page };
  }

  function show(key, page) {
    const card = cardOf(key);
    const fresh = page.querySelector(`article[data-paper="${CSS.escape(key)}"]`);
    if (!card || !fresh) return;
    const hadFocus = card.contains(document.activeElement);
    if (location.pathname === `/papers/${key}`) {
      document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
    } else {
      fresh.querySelector(".evidence").removeAttribute("id");
      card.querySelector(".evidence").replaceWith(fresh.querySelector(".evidence"));
      const standing = fresh.querySelector(".standing");
      if (standing) card.querySelector(".standing")?.replaceWith(standing);
    }
    const now = cardOf(key);
    if (hadFocus) now.querySelector("button[aria-pressed], form[data-vote] button")?.focus({ preventScroll: true });
    const said = [".yours", ".percent", ".count"].map((part) => text(now.querySelector(part)));
    said.push(...[...document.querySelectorAll(".readers-said p")].map(text));
    voice.textContent = said.filter(Boolean).join(" ");
  }

  async function flush() {
    const mine = waiting().filter((vote) => vote.reader === reader());
    for (const vote of mine) {
      const values = new URLSearchParams({ vote: vote.vote, said_at: vote.said_at, form_token: token() });
      let answer;
      try {
        answer = await send(vote.paper, "vote", values);
      } catch {
        return showWaiting(vote);
      }
      if (answer.leave || answer.status >= 429) return;
      keepWaiting(waiting().filter((one) => !isOf(one, vote) || one.said_at !== vote.said_at));
      if (answer.refused) tell(cardOf(vote.paper), answer.refused);
      else show(vote.paper, answer.page);
    }
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-vote], form[data-peek]");
    if (!form) return;
    event.preventDefault();
    const key = form.dataset.vote ?? form.dataset.peek;
    const values = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) values.set(event.submitter.name, event.submitter.value);
    try {
      const answer = await send(key, form.dataset.vote ? "vote" : "peek", values);
      if (answer.leave) location.assign(answer.leave);
      else if (answer.refused) tell(cardOf(key), answer.refused);
      else show(key, answer.page);
    } catch {
      if (!form.dataset.vote) return tell(cardOf(key), "You are offline. Try again when you are back.");
      wait({ paper: key, vote: values.get("vote"), said_at: new Date().toISOString(), reader: form.dataset.reader });
    }
  });

  addEventListener("online", flush);
  waiting().filter((vote) => vote.reader === reader()).forEach(showWaiting);
  if (navigator.onLine) flush();
})();
