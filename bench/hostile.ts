import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ZipFile } from 'yazl';
import { type Company, openCompany, seconds } from './records/company.ts';

const MB = 1024 * 1024;
/** A console must not need longer for a health check while it reads anything. */
const MAX_HEALTH = 1_000;

interface Attack {
  /** Makes the hostile content, which is not measured. */
  make: () => Promise<Blob>;
  /** Sends it through a door, and says how it was answered. */
  send: (company: Company, content: Blob) => Promise<string>;
}

const OPTIONS = {
  dir: { type: 'string', default: path.join(os.tmpdir(), 'balcao-bench') },
  /** Restricts the attacks to those with this in their name. */
  case: { type: 'string', default: '' },
} as const;

const ATTACKS: Readonly<Record<string, Attack>> = {
  'e-mail, listas em listas, 0,9 MB': mailed(() => '<ul><li>'.repeat(110_000)),
  'e-mail, listas em listas, 1,9 MB': mailed(() => '<ul><li>'.repeat(240_000)),
  'e-mail, tabelas em tabelas, 10 MB': mailed(() => '<table><tr><td>'.repeat(700_000)),
  'e-mail, 30 MB de linhas vazias': mailed(() => '\n'.repeat(30 * MB), 'text/plain'),
  'e-mail, 30 MB de citações': mailed(() => '>'.repeat(30 * MB), 'text/plain'),
  'CSV, 5 MB de linhas vazias': imported('vazias.csv', async () => Buffer.alloc(5 * MB, '\n')),
  'CSV, 5 MB de ;;;;': imported('celulas.csv', async () => Buffer.alloc(5 * MB, ';;;;\n')),
  'NDJSON, 1,5 milhão de chaves': imported('chaves.ndjson', async () => Buffer.from(`{${manyKeys()}}\n`)),
  'JSON, 1,5 milhão de chaves': imported('chaves.json', async () => Buffer.from(`[{${manyKeys()}}]`)),
  'JSON, 16 milhões de listas': imported('listas.json', async () =>
    Buffer.from(`[${'[],'.repeat(16_000_000)}[]]`),
  ),
  'XLSX, 4 milhões de textos comuns': imported('textos.xlsx', () => sharedStrings(4_000_000)),
};

/** `npm run bench -- hostile`: how long the built server takes for hostile content, and whether it answers meanwhile. */
export async function hostile(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: OPTIONS });
  const company = await openCompany(path.join(values.dir, 'records'), false);
  try {
    console.log('| Conteúdo | Tempo | Saúde, no máximo | Memória | Resposta |\n|---|---|---|---|---|');
    for (const [name, attack] of Object.entries(ATTACKS).filter(([each]) => each.includes(values.case))) {
      const content = await attack.make();
      const health = watchHealth(company.port);
      const begun = performance.now();
      const { result, megabytes } = await company.peakMemory(() => attack.send(company, content));
      const took = performance.now() - begun;
      const slowest = await health.stop();
      const late = slowest > MAX_HEALTH ? ' (!)' : '';
      console.log(
        `| ${name} | ${seconds(took)} | ${Math.round(slowest)} ms${late} | +${Math.round(megabytes)} MB | ${result} |`,
      );
      if (late) process.exitCode = 1;
    }
  } finally {
    await company.close();
  }
}

/** Asks for the health all the time; resolves to the longest wait in milliseconds. */
function watchHealth(port: number): { stop: () => Promise<number> } {
  let isOver = false;
  const asking = (async () => {
    let slowest = 0;
    while (!isOver) {
      const begun = performance.now();
      const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`);
      if (!ok) throw new Error('the console is not healthy');
      slowest = Math.max(slowest, performance.now() - begun);
    }
    return slowest;
  })();
  return {
    stop: () => {
      isOver = true;
      return asking;
    },
  };
}

let key: string | undefined;
let sent = 0;

function mailed(body: () => string, type = 'text/html'): Attack {
  const make = async () => {
    const head = `From: <x${++sent}@exemplo.com.br>\r\nMessage-ID: <${Date.now()}@exemplo.com.br>\r\nContent-Type: ${type}\r\n\r\n`;
    return new Blob([head, body()]);
  };
  const send: Attack['send'] = async (company, content) => {
    key ??= (
      await company.call<{ data: { chave: string } }>('POST', '/config/chaves', {
        nome: `Ensaio ${Date.now()}`,
        escopos: [{ tipo: 'emails-recebidos', verbos: ['GRAVAR'] }],
        filiais: [],
        enderecos: [],
        validade: null,
      })
    ).data.chave;
    const answer = await fetch(`http://127.0.0.1:${company.port}/email/entrada`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
      body: content,
    });
    const { data, message } = (await answer.json()) as { data?: { motivo: string }; message?: string };
    return data?.motivo ?? `${answer.status} ${message}`;
  };
  return { make, send };
}

function imported(name: string, content: () => Promise<Buffer>): Attack {
  const send: Attack['send'] = async (company, made) => {
    const form = new FormData();
    form.set('arquivo', made, name);
    try {
      const { data: file } = await company.send<{ data: { id: string } }>(
        '/config/arquivos?finalidade=IMPORTACAO',
        form,
      );
      await company.call('POST', '/config/cadastros/clientes/importacoes', { arquivo: { id: file.id } });
      return 'lido';
    } catch (error) {
      return /"error":"((?:[^"\\\\]|\\\\.)*)/.exec(String(error))?.[1] ?? String(error).slice(0, 120);
    }
  };
  return { make: async () => new Blob([new Uint8Array(await content())]), send };
}

const CONTENT_TYPES =
  '<Types><Override PartName="/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>';

const manyKeys = () => Array.from({ length: 1_500_000 }, (_, index) => `"k${index}":1`).join(',');

/** A small file that unpacks to a great many short texts, of which its only sheet shows one. */
function sharedStrings(count: number): Promise<Buffer> {
  const zip = new ZipFile();
  const part = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const relations = (...all: [target: string, type: string][]) =>
    `<Relationships>${all.map(([target, type]) => `<Relationship Id="${type}" Type="/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  part('[Content_Types].xml', CONTENT_TYPES);
  part('_rels/.rels', relations(['workbook.xml', 'officeDocument']));
  part('_rels/workbook.xml.rels', relations(['sheet.xml', 'worksheet'], ['strings.xml', 'sharedStrings']));
  part('workbook.xml', '<w xmlns:r="r"><sheets><sheet name="a" r:id="worksheet"/></sheets></w>');
  const cell = (place: string, index: number) => `<c r="${place}" t="s"><v>${index}</v></c>`;
  part(
    'sheet.xml',
    `<worksheet><sheetData><row r="1">${cell('A1', 0)}</row><row r="2">${cell('A2', 1)}</row></sheetData></worksheet>`,
  );
  part('strings.xml', `<sst>${'<si><t>código</t></si>'.repeat(count)}</sst>`);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}
