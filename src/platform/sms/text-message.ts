/** A text message ready to be sent. */
export interface TextMessage {
  /** International, such as +2348012345678. */
  to: string;
  text: string;
  /** ISO instant. After it the message is useless and is not sent. */
  until: string;
}
