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
