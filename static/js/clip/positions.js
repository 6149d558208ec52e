// Positions of moving parts as matrices, from their box to the stage.

// Return the matrix of an element in motion. Its own `transform` is part of its picture; those around it are not.
export function matrixOf(element, stage) {
  let matrix = moveOf(element, false);
  for (let at = element.offsetParent; at && at !== stage; at = at.offsetParent) {
    matrix = moveOf(at, true).multiply(matrix);
  }
  return matrix;
}

// Return the product of the opacities of an element and all around it.
export function opacityOf(element, stage) {
  let opacity = 1;
  for (let at = element; at && at !== stage; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
  return opacity;
}

// Return the box of an element at rest, in pixels of the stage.
export function boxOf(element, stage) {
  let [left, top] = [0, 0];
  for (let at = element; at && at !== stage; at = at.offsetParent) {
    left += at.offsetLeft + (at === element ? 0 : at.clientLeft);
    top += at.offsetTop + (at === element ? 0 : at.clientTop);
  }
  return { left, top, width: element.offsetWidth, height: element.offsetHeight };
}

// Return the angle of a turn about the vertical axis, in radians.
export function turnOf(element) {
  const { rotate } = getComputedStyle(element);
  return rotate.startsWith("y ") ? Number.parseFloat(rotate.slice(2)) * Math.PI / 180 : 0;
}

function moveOf(element, hasTransform) {
  const style = getComputedStyle(element);
  const { offsetWidth: width, offsetHeight: height } = element;
  const [x, y = "0px"] = style.translate === "none" ? ["0px"] : style.translate.split(" ");
  const [across, down = across] = style.scale === "none" ? [1] : style.scale.split(" ").map(Number);
  // a turn about the vertical axis is drawn as the card's front or rear
  const isFlat = style.rotate !== "none" && !style.rotate.includes(" ");
  const [originX, originY] = style.transformOrigin.split(" ").map(Number.parseFloat);
  const [edgeX, edgeY] = hasTransform ? [element.clientLeft, element.clientTop] : [0, 0];
  const matrix = new DOMMatrix()
    .translateSelf(element.offsetLeft + pixels(x, width), element.offsetTop + pixels(y, height))
    .translateSelf(originX, originY)
    .rotateSelf(isFlat ? Number.parseFloat(style.rotate) : 0)
    .scaleSelf(across, down);
  if (hasTransform && style.transform !== "none") matrix.multiplySelf(new DOMMatrix(style.transform));
  return matrix.translateSelf(edgeX - originX, edgeY - originY);
}

// Return a length in pixels; browsers compute percentages, pixels, or sums of both.
function pixels(length, whole) {
  const numbers = length.matchAll(/(-?[\d.e+-]+)(%|px)/g);
  return [...numbers].reduce((sum, [, number, unit]) => sum + (unit === "%" ? whole / 100 : 1) * Number(number), 0);
}
