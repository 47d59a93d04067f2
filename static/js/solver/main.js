/* Web worker: the value of each card of a deal, one message per card.

   Receives {id, trial, played}; posts {id, at} at once, then {id, card, points} for each legal
   card: the points of North-South in the whole deal. A new request cancels the previous one. */

import { Solver } from "./search.js";

const solver = new Solver();
let known = "";
let latest = 0;

const breath = () => new Promise((resume) => setTimeout(resume));

function begin(trial) {
  const asked = JSON.stringify([trial.contract, trial.hands]);
  if (asked === known) return;
  known = asked;
  solver.begin(trial.hands, trial.contract);
}

async function answer({ id, trial, played }) {
  begin(trial);
  let at = solver.after(trial.leader, played);
  const open = solver.open(at);
  postMessage({
    id,
    at: { seat: at.left ? at.seat : -1, trick: at.trick, won: at.won, open, total: solver.total },
  });
  let guess = solver.total >> 1;
  for (const card of open) {
    await breath();
    if (id !== latest) return;
    at = solver.after(trial.leader, played);
    guess = solver.valueOf(at, card, guess);
    postMessage({ id, card, points: guess });
  }
}

addEventListener("message", ({ data }) => {
  latest = data.id;
  answer(data);
});
