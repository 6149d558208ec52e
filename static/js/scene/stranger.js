// Error for a face, place or piece missing on this page: page and server differ in version.
export class Stranger extends Error {}
