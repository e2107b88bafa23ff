/** A text message ready to be sent. */
export interface TextMessage {
  /** International, such as +2348012345678. */
  to: string;
  text: string;
  /** ISO instant. After it nobody has any use for it: it is not sent any more. */
  until: string;
}
