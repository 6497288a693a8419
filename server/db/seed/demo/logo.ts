import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The demonstration company's sign: a sun over the horizon. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120" viewBox="0 0 240 120">
  <path d="M60 84a60 60 0 0 1 120 0z" fill="#f2a33a"/>
  <rect y="84" width="240" height="8" rx="4" fill="#1f6feb"/>
  <rect x="36" y="98" width="168" height="6" rx="3" fill="#1f6feb" fill-opacity=".55"/>
  <rect x="72" y="110" width="96" height="5" rx="2.5" fill="#1f6feb" fill-opacity=".3"/>
</svg>
`;

const fileIn = (dataDir: string) => path.join(dataDir, 'imagens', 'logo.svg');

/** Draws the logo where the image route looks for it; one that is there stays. */
export async function drawLogo(dataDir: string): Promise<void> {
  const file = fileIn(dataDir);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, LOGO, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Deletes the demonstration's logo; one that the company put in its place stays. */
export async function eraseLogo(dataDir: string): Promise<void> {
  const drawn = await readFile(fileIn(dataDir), 'utf8').catch(() => null);
  if (drawn === LOGO) await rm(fileIn(dataDir), { force: true });
}
