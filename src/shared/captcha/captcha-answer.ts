type Give = (path: string) => Promise<string | undefined>;

let givers: readonly Give[] = [];

/** Registers the captcha of the current page as the source of answers. Returns the function that removes it. */
export function giveAnswers(give: Give): () => void {
  givers = [...givers, give];
  return () => {
    givers = givers.filter((one) => one !== give);
  };
}

/**
 * The captcha answer to send to `path`; undefined if none is required. Each answer is valid for one request. Waits
 * for a pending answer; throws an Error with a message for the user if there is none.
 */
export const captchaAnswer = async (path: string): Promise<string | undefined> => givers.at(-1)?.(path);
