// All sounds by name. `kind` is the setting that mutes it, `long` its longest duration in seconds. `level` makes all of
// them about equally loud; tests/browser/test_sounds.py measures that.
import { bell, coins, door, fanfare, gavel, gems, paper, scales, thief, triumph, whistle } from "./game_sounds.js";
import { applause, chat, eye, gasp, hat, laugh, open, tear, turn, wax } from "./table_sounds.js";

export const SOUNDS = {
  turn: { kind: "turn", long: 0.8, level: 0.5, play: turn },
  wax: { kind: "seal", long: 0.3, level: 0.6, play: wax },
  open: { kind: "open", long: 0.9, level: 0.6, play: open },
  bell: { kind: "step", long: 1.6, level: 0.6, play: bell },
  coins: { kind: "step", long: 0.6, level: 0.48, play: coins },
  door: { kind: "step", long: 0.8, level: 0.48, play: door },
  fanfare: { kind: "step", long: 0.9, level: 0.65, play: fanfare },
  gavel: { kind: "step", long: 0.5, level: 0.8, play: gavel },
  gems: { kind: "step", long: 0.6, level: 0.48, play: gems },
  paper: { kind: "step", long: 0.3, level: 1.2, play: paper },
  scales: { kind: "step", long: 0.8, level: 0.48, play: scales },
  thief: { kind: "step", long: 1.1, level: 0.8, play: thief },
  triumph: { kind: "step", long: 2, level: 0.5, play: triumph },
  whistle: { kind: "step", long: 0.9, level: 0.5, play: whistle },
  applause: { kind: "reaction", long: 1.3, level: 2, play: applause },
  laugh: { kind: "reaction", long: 0.8, level: 1.7, play: laugh },
  gasp: { kind: "reaction", long: 0.5, level: 1.4, play: gasp },
  tear: { kind: "reaction", long: 0.9, level: 1.4, play: tear },
  hat: { kind: "reaction", long: 0.6, level: 1, play: hat },
  eye: { kind: "reaction", long: 0.4, level: 0.85, play: eye },
  chat: { kind: "chat", long: 0.3, level: 0.95, play: chat },
};
