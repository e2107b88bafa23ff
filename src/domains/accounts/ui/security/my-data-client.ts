import { AuthRefusal } from '../auth-client.ts';

/**
 * Fetches the file with everything the shop keeps about the signed-in person, and hands it to her. Throws
 * AuthRefusal when the shop said no, TypeError when it could not be reached or broke off.
 */
export async function downloadMyData(): Promise<void> {
  const response = await fetch('/api/my-data');
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new AuthRefusal(response.status, String(answer?.code ?? ''), String(answer?.message ?? ''));
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'my-data.json';
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers take it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
