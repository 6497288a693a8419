/** Longer than this nobody waits for the typeface, in milliseconds. index.html asks for its file beside the scripts. */
const WAIT = 400;

/**
 * Ends when text can be painted: in Inter, or in the system's typeface for as long as this page is open. One that arrived later would
 * move all that was painted; the next page has it at once.
 */
export async function typefaceChosen(): Promise<void> {
  const file = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]')?.href;
  const face = new FontFace('Inter Variable', `url(${file})`, { weight: '100 900' });
  const isInTime = await Promise.race([
    face.load().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(resolve, WAIT, false)),
  ]);
  if (isInTime) document.fonts.add(face);
}
