/** An image as a page needs it. `url` is the URL of the original; see image-url.ts for its widths. */
export interface Image {
  url: string;
  width: number;
  height: number;
  /** A data URL of a few pixels, or ''. */
  placeholder: string;
}
