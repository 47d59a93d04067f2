/* A worker beside a page: what each card of a deal is worth, told one by one.

   Asked {id, trial, played}; answers {id, at} at once, then {id, card, points} for each card that
   may be played: the points of North-South in the whole deal. A new question ends the old one. */

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
