type Give = (path: string) => Promise<string | undefined>;

let givers: readonly Give[] = [];

/** Whoever shows a captcha gives the answers for what its page sends. Gives what ends that. */
export function giveAnswers(give: Give): () => void {
  givers = [...givers, give];
  return () => {
    givers = givers.filter((one) => one !== give);
  };
}

/**
 * The answer to send to `path`; undefined where nothing is asked. Each is good for one request. Waits for one that
 * is not ready; throws an Error with the sentence for the person when there is none.
 */
export const captchaAnswer = async (path: string): Promise<string | undefined> => givers.at(-1)?.(path);
