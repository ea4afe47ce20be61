// Draws a board of Snake on a canvas. Colours are variables of the style sheet, so that themes need no second drawing.

const DIRECTIONS = { U: [0, -1], R: [1, 0], D: [0, 1], L: [-1, 0] };

/** The direction from a cell to a neighbouring cell, cells counted row by row; null if they are no neighbours. */
export function direction(from, to, cols) {
  const [dx, dy] = [(to % cols) - (from % cols), Math.floor(to / cols) - Math.floor(from / cols)];
  return Object.keys(DIRECTIONS).find((name) => DIRECTIONS[name][0] === dx && DIRECTIONS[name][1] === dy) ?? null;
}

/** A colour `#rrggbb` as numbers. */
const channels = (colour) => [1, 3, 5].map((place) => parseInt(colour.slice(place, place + 2), 16));

export class Board {
  constructor(canvas) {
    this.canvas = canvas;
    this.colours = new Map();
    this.picture = null;
    this.isDue = false;
    new ResizeObserver(() => this.show(this.picture)).observe(canvas.parentElement);
  }

  /**
   * Shows a picture at the next frame: `{rows, cols, snake, apple, isLost, heading, layers}`, where `layers` has
   * any of `plan`, `cycle`, `tree`, `unreachable`, `ghost` and `hint`.
   */
  show(picture) {
    this.picture = picture;
    if (!picture || this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  draw() {
    const { rows, cols, snake, apple, layers = {}, isLost } = this.picture;
    const frame = this.canvas.parentElement;
    this.canvas.style.aspectRatio = `${cols} / ${rows}`;
    frame.style.maxWidth = rows > cols ? `${Math.round((40 * cols) / rows)}rem` : "";
    const width = this.canvas.clientWidth * devicePixelRatio;
    if (width === 0) return;
    this.cell = width / cols;
    const height = Math.round(this.cell * rows);
    if (this.canvas.width !== Math.round(width) || this.canvas.height !== height) {
      [this.canvas.width, this.canvas.height] = [Math.round(width), height];
    }
    this.pen = this.canvas.getContext("2d");
    this.pen.lineCap = this.pen.lineJoin = "round";
    this.pen.clearRect(0, 0, width, height);
    this.grid(rows, cols);
    if (layers.unreachable) this.stripes(layers.unreachable);
    if (layers.cycle?.length) this.line([...layers.cycle, layers.cycle[0]], "--cycle", 0.07);
    if (layers.tree) this.tree(layers.tree);
    if (layers.ghost) this.ghost(layers.ghost);
    this.snake(snake);
    if (layers.plan?.length) this.line(layers.plan, "--plan", 0.13, [0.02, 0.22]);
    if (apple !== null) this.apple(apple);
    this.head(snake, isLost);
    if (layers.hint) this.arrow(snake[0], layers.hint);
  }

  /** The value of a variable of the style sheet, which is looked up once in each theme. */
  colour(name) {
    const { theme } = document.documentElement.dataset;
    if (this.theme !== theme) this.colours.clear();
    this.theme = theme;
    if (!this.colours.has(name)) {
      this.colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
    }
    return this.colours.get(name);
  }

  middle(cell) {
    const { cols } = this.picture;
    return [((cell % cols) + 0.5) * this.cell, (Math.floor(cell / cols) + 0.5) * this.cell];
  }

  grid(rows, cols) {
    const { pen, cell } = this;
    pen.strokeStyle = this.colour("--grid");
    pen.lineWidth = Math.max(1, devicePixelRatio);
    pen.beginPath();
    for (let col = 0; col <= cols; col++) {
      pen.moveTo(col * cell, 0);
      pen.lineTo(col * cell, rows * cell);
    }
    for (let row = 0; row <= rows; row++) {
      pen.moveTo(0, row * cell);
      pen.lineTo(cols * cell, row * cell);
    }
    pen.stroke();
  }

  /** A line through cells, broken between cells that are no neighbours. */
  line(cells, colour, width, dash = []) {
    const { pen, cell } = this;
    pen.strokeStyle = this.colour(colour);
    pen.lineWidth = Math.max(1.5, cell * width);
    pen.setLineDash(dash.map((part) => part * cell));
    pen.beginPath();
    cells.forEach((number, place) => {
      const near = place > 0 && direction(cells[place - 1], number, this.picture.cols);
      pen[near ? "lineTo" : "moveTo"](...this.middle(number));
    });
    pen.stroke();
    pen.setLineDash([]);
  }

  tree(lines) {
    const { pen, cell } = this;
    const corner = (number) => this.middle(number).map((place) => place + cell / 2);
    pen.strokeStyle = this.colour("--tree");
    pen.lineWidth = Math.max(2, cell * 0.1);
    pen.beginPath();
    for (const [from, to] of lines) {
      pen.moveTo(...corner(from));
      pen.lineTo(...corner(to));
    }
    pen.stroke();
  }

  stripes(cells) {
    const { pen, cell } = this;
    pen.strokeStyle = this.colour("--stripes");
    pen.lineWidth = Math.max(1, cell * 0.08);
    pen.beginPath();
    for (const number of cells) {
      const [x, y] = this.middle(number).map((place) => place - cell / 2);
      // Diagonals of the cell, each cut off at its sides.
      for (const shift of [0.5, 1, 1.5]) {
        const [near, far] = [Math.max(0, shift - 1), Math.min(1, shift)];
        pen.moveTo(x + near * cell, y + far * cell);
        pen.lineTo(x + far * cell, y + near * cell);
      }
    }
    pen.stroke();
  }

  ghost(cells) {
    const { pen, cell } = this;
    this.line(cells, "--ghost", 0.16, [0.12, 0.2]);
    pen.beginPath();
    pen.arc(...this.middle(cells[0]), cell * 0.3, 0, 2 * Math.PI);
    pen.stroke();
  }

  /** Thick and strong at the head, thin and pale at the tail: two pieces never look like one. */
  snake(cells) {
    const { pen, cell } = this;
    const [head, tail] = ["--snake", "--tail"].map((name) => channels(this.colour(name)));
    for (let place = cells.length - 2; place >= 0; place--) {
      const share = place / Math.max(1, cells.length - 1);
      pen.strokeStyle = `rgb(${head.map((value, channel) => Math.round(value + share * (tail[channel] - value)))})`;
      pen.lineWidth = cell * (0.72 - 0.36 * share);
      pen.beginPath();
      pen.moveTo(...this.middle(cells[place + 1]));
      pen.lineTo(...this.middle(cells[place]));
      pen.stroke();
    }
  }

  disc(x, y, radius, colour) {
    this.pen.fillStyle = this.colour(colour);
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 2 * Math.PI);
    this.pen.fill();
  }

  apple(number) {
    const { pen, cell } = this;
    const [x, y] = this.middle(number);
    this.disc(x, y, cell * 0.3, "--apple");
    pen.strokeStyle = this.colour("--stalk");
    pen.lineWidth = Math.max(1.5, cell * 0.08);
    pen.beginPath();
    pen.moveTo(x + cell * 0.02, y - cell * 0.24);
    pen.lineTo(x + cell * 0.12, y - cell * 0.42);
    pen.stroke();
  }

  head(cells, isLost) {
    const { pen, cell } = this;
    const [x, y] = this.middle(cells[0]);
    this.disc(x, y, cell * 0.4, "--snake");
    const looks = cells.length > 1 && direction(cells[1], cells[0], this.picture.cols);
    const [ax, ay] = DIRECTIONS[looks || this.picture.heading || "R"];
    for (const aside of [-0.18, 0.18]) {
      const at = (ahead) => [x + cell * (ax * ahead - ay * aside), y + cell * (ay * ahead + ax * aside)];
      if (isLost) {
        const [ex, ey] = at(0.13);
        const arm = cell * 0.08;
        pen.strokeStyle = this.colour("--eye");
        pen.lineWidth = Math.max(1.5, cell * 0.05);
        pen.beginPath();
        pen.moveTo(ex - arm, ey - arm);
        pen.lineTo(ex + arm, ey + arm);
        pen.moveTo(ex + arm, ey - arm);
        pen.lineTo(ex - arm, ey + arm);
        pen.stroke();
      } else {
        this.disc(...at(0.13), cell * 0.12, "--eye");
        this.disc(...at(0.18), cell * 0.06, "--pupil");
      }
    }
  }

  /** An arrow from the head into the next cell. */
  arrow(from, to) {
    const { pen, cell } = this;
    const [x, y] = this.middle(from);
    const [ax, ay] = DIRECTIONS[to];
    const at = (ahead, aside) => [x + cell * (ax * ahead - ay * aside), y + cell * (ay * ahead + ax * aside)];
    pen.strokeStyle = this.colour("--plan");
    pen.lineWidth = Math.max(3, cell * 0.14);
    pen.beginPath();
    pen.moveTo(...at(0.5, 0));
    pen.lineTo(...at(1.15, 0));
    pen.moveTo(...at(0.88, -0.25));
    pen.lineTo(...at(1.15, 0));
    pen.lineTo(...at(0.88, 0.25));
    pen.stroke();
  }
}
