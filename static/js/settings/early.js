// Before anything is drawn: the look and the movement this device chose.
for (const [name, plain] of [["look", "system"], ["motion", "on"]]) {
  let value = plain;
  try {
    value = localStorage.getItem(`signet-${name}`) ?? plain;
  } catch {
    // private windows may refuse
  }
  if (value !== plain) document.documentElement.dataset[name] = value;
}
