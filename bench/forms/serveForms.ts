import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, preview } from 'vite';
import { rulesModule } from '#server/config/forms/rulesModule.ts';
import { compileModule } from '#server/config/forms/storedValidators.ts';
import { benchSchema } from './sizes.ts';

export interface ServedForms {
  address: string;
  close: () => Promise<void>;
}

/** Builds the page with the forms to be compared, in each of the sizes, and serves it until `close`. */
export async function serveForms(sizes: readonly number[]): Promise<ServedForms> {
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-forms-'));
  const root = import.meta.dirname;
  const remove = () => rmSync(outDir, { recursive: true, force: true });
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
    });
    mkdirSync(path.join(outDir, 'validadores'));
    const rules = await rulesModule();
    writeFileSync(path.join(outDir, `validadores/${rules.hash}.js`), rules.esm);
    for (const size of sizes)
      writeFileSync(path.join(outDir, `validadores/${size}.js`), await compileModule(benchSchema(size)));
    const server = await preview({
      configFile: false,
      root,
      build: { outDir },
      preview: { host: '127.0.0.1', port: 0 },
    });
    return {
      address: server.resolvedUrls?.local[0] ?? '',
      close: async () => {
        await server.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
