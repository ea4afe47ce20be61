// Settings and finished games of this browser.

const PREFIX = "hamadryad.";
/** Games that are kept for each board. */
const MOST = 300;

/** A stored value; the default if there is none, or storage is not allowed. */
export function load(name, usual) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? usual;
  } catch {
    return usual;
  }
}

export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage, statistics end with the page.
  }
}

/** The key of a board with its rules. */
const board = (game) => `games.${game.rows}x${game.cols}.${JSON.stringify({ ...game.rules, start: undefined })}`;

/** The finished games on this board without help, each with its steps at each apple. */
export const games = (game) => load(board(game), []);

export function addGame(game, state) {
  const all = games(game);
  all.push({ seed: game.seed, won: state.status === "won", totals: state.apples.map((apple) => apple.total) });
  save(board(game), all.slice(-MOST));
}

/* Statistics as a file. */

const FORMAT = "hamadryad arcade games";

/** All finished games of this browser as text. */
export function exported() {
  const boards = {};
  try {
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}games.`)).sort()) {
      boards[key.slice(PREFIX.length)] = JSON.parse(localStorage.getItem(key));
    }
  } catch {
    // Without storage there are no games.
  }
  return `${JSON.stringify({ format: FORMAT, version: 1, boards }, null, 1)}\n`;
}

const isGame = (game) => Number.isSafeInteger(game?.seed) && typeof game.won === "boolean" && Array.isArray(game.totals) &&
  game.totals.every((total, place) => Number.isSafeInteger(total) && total > (game.totals[place - 1] ?? 0));

/**
 * Adds the games of an exported text to those of this browser; equal games count once. Returns the number of games that
 * are new. The error for a text that is none has a sentence for people.
 */
export function imported(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("the file is not JSON");
  }
  if (file?.format !== FORMAT || file.version !== 1 || typeof file.boards !== "object") throw new Error("the file has no games of the arcade");
  let added = 0;
  for (const [name, games] of Object.entries(file.boards ?? {})) {
    if (!/^games\.[0-9]+x[0-9]+\.\{.*\}$/.test(name) || !Array.isArray(games) || !games.every(isGame)) {
      throw new Error(`the games of ${name.slice(0, 40)} are not well formed`);
    }
    const all = load(name, []);
    const known = new Set(all.map((game) => JSON.stringify(game)));
    const fresh = games.map(({ seed, won, totals }) => ({ seed, won, totals })).filter((game) => !known.has(JSON.stringify(game)));
    added += fresh.length;
    save(name, [...all, ...fresh].slice(-MOST));
  }
  return added;
}

/* Comparisons. */

/** Of the games of a planner, the share in percent that needs more steps than this; `totals` are quantiles. */
export function beaten(totals, steps) {
  const place = totals.findIndex((total) => total > steps);
  return place < 0 ? 0 : Math.round((100 * (totals.length - place)) / totals.length);
}

/** Of the finished games, the share in percent that ate fewer apples, or as many in more steps. */
export function percentile(all, totals) {
  const isWorse = (other) =>
    other.totals.length < totals.length || (other.totals.length === totals.length && other.totals.at(-1) > totals.at(-1));
  return all.length === 0 ? null : Math.round((100 * all.filter(isWorse).length) / all.length);
}

/** The steps at an apple below which a share of the games lies. */
export function quantile(all, apple, share) {
  const steps = all.map((game) => game.totals[apple]).filter((total) => total !== undefined).sort((a, b) => a - b);
  return steps.length === 0 ? null : steps[Math.min(steps.length - 1, Math.floor(share * steps.length))];
}
