// Features of a game that has begun: the picture of the table, films, and the marks of choices.
import "./page/dock.js";
import "./page/log_lines.js";
import "./page/strip.js";
import { Film } from "./film/film.js";
import { watchCamera } from "./scene/camera.js";
import { land } from "./scene/flights.js";
import { watchHolders } from "./scene/holders.js";
import { stampAll } from "./scene/sealing.js";
import { watchSpots } from "./scene/spots.js";
import { placeNew, Table } from "./scene/table.js";

// Return the page's table, its films and their tools. `isHasty()` is true if other films wait already.
export function beginPlay(isHasty) {
  const play = { table: new Table(), film: new Film(() => play.table, isHasty), stampAll, place };
  // before the camera, so that a tap that makes a choice moves no camera
  watchSpots();
  watchCamera();
  watchHolders();
  return play;

  function place(scene) {
    land();
    play.table = placeNew(scene, play.table);
  }
}
