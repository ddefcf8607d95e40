// A game as a link: all of it is behind the #, which no browser sends anywhere.

const NAME = "game";

export const writeLink = (shared) => `${location.href.split("#")[0]}#${NAME}=${shared}`;

export const hasLink = () => location.hash.startsWith(`#${NAME}=`);

// Gives the game that the address has, or null, and takes it out: a reload opens it no second time.
export function takeLink() {
  const shared = new URLSearchParams(location.hash.slice(1)).get(NAME);
  if (shared !== null) history.replaceState(null, "", location.pathname + location.search);
  return shared;
}
