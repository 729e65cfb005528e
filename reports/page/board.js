// The page of one board: its walk, and the play in the address.

{
  const walker = new Walker(page.walk, page.texts);

  function stand() {
    walker.stand(parsed().get("play") ?? "");
  }

  function head() {
    const [id, title, day] = page.head.ruleset;
    document.getElementById("title").textContent = text(page.texts, page.head.title);
    document.getElementById("asks").textContent = text(page.texts, page.head.asks);
    document.getElementById("ruleset").textContent = `${word("ruleset")}: ${text(page.texts, title)} (${id}, ${day})`;
    document.title = `${text(page.texts, page.head.title)} · endphase`;
  }

  document.getElementById("main").append(walker.root);
  walker.moved = (play) => addressed({ play });
  whenLanguageChanges(() => {
    head();
    walker.draw();
  });
  window.addEventListener("hashchange", stand);
  stand();
}
