/** An image as a page needs it. `url` is the address of the original; see image-url.ts for its widths. */
export interface Image {
  url: string;
  width: number;
  height: number;
  /** A data address of a few pixels, or ''. */
  placeholder: string;
}
