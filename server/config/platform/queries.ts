import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileAnswer } from '../../storedFiles.ts';

/** By extension, in order of preference. */
const MIMES = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
} as const;

/** A picture below `imagens` of DATA_DIR. */
export interface CompanyImage {
  file: string;
  size: number;
}

/** The picture `imagens/<name>.svg` (or .webp, .png, .jpg) that the company put below DATA_DIR; null without one. */
export async function companyImage(dataDir: string, name: string): Promise<CompanyImage | null> {
  for (const ending of Object.keys(MIMES)) {
    const found = await imageAt(path.join(dataDir, 'imagens', `${name}${ending}`));
    if (found) return found;
  }
  return null;
}

/** `imagens/logo-2.png` is the logo of branch 2; `imagens/logo.png` that of every branch without one of its own. */
export const companyLogo = async (dataDir: string, branchId = 0): Promise<CompanyImage | null> =>
  (branchId > 0 ? await companyImage(dataDir, `logo-${branchId}`) : null) ??
  (await companyImage(dataDir, 'logo'));

export async function imageAt(file: string): Promise<CompanyImage | null> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? { file, size: found.size } : null;
}

export const imageAnswer = ({ file, size }: CompanyImage): FileAnswer => ({
  content: createReadStream(file),
  name: path.basename(file),
  mime: MIMES[path.extname(file) as keyof typeof MIMES],
  size,
  inline: true,
  keep: true,
});
