import { AuthRefusal } from '../../sign-in.messages.ts';

/**
 * Downloads the file with the shop's data about the signed-in user. Throws AuthRefusal when the shop refused,
 * TypeError when it could not be reached or the connection broke.
 */
export async function downloadMyData(): Promise<void> {
  const response = await fetch('/api/my-data');
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    throw new AuthRefusal(response.status, answer?.code ?? '', answer?.message ?? '');
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = 'my-data.json';
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
