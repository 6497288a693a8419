import { describe, expect, it } from '@jest/globals';
import { mailFileName } from '#server/sac/inbox/mailFiles.ts';
import { zipOf } from '#tests/support/nfe/zip.ts';

const JPEG = Buffer.from([
  0xff,
  0xd8,
  0xff,
  0xe0,
  0,
  16,
  ...Buffer.from('JFIF\0'),
  1,
  1,
  0,
  0,
  1,
  0,
  1,
  0,
  0,
]);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
const office = (more: string[] = []) =>
  zipOf(['[Content_Types].xml', 'xl/workbook.xml', ...more].map((name) => ({ name, content: '<x/>' })));

const entered = async (name: string, content: Buffer | string) => {
  const found = await mailFileName(name, Buffer.from(content as string));
  return 'name' in found ? found.name : `fora: ${found.reason}`;
};

describe('file attached to an e-mail', () => {
  it.each<[string, Buffer | string, string]>([
    ['foto.jfif', JPEG, 'foto.jpg'],
    ['foto', JPEG, 'foto.jpg'],
    ['IMG_1.HEIC', HEIC, 'IMG_1.HEIC'],
    ['nota fiscal', PDF, 'nota fiscal.pdf'],
    ['nota.pdf', PDF, 'nota.pdf'],
    ['nota.jpg', PDF, 'nota.jpg.pdf'],
    ['nfe.xml', '<?xml version="1.0"?><nfeProc/>', 'nfe.xml'],
    ['planilha.xlsx', office(), 'planilha.xlsx'],
    ['visita.ics', 'BEGIN:VCALENDAR\nEND:VCALENDAR', 'visita.ics'],
    ['antes.eml', 'From: a@x.com\n\nOi', 'antes.eml'],
    ['conversa', 'Clara: cadê a carga?', 'conversa.txt'],
    [
      'fotos.zip',
      zipOf([
        { name: 'a/1.jpg', content: JPEG },
        { name: 'nota.pdf', content: PDF },
      ]),
      'fotos.zip',
    ],
  ])('enters by its content: %s', async (name, content, expected) => {
    expect(await entered(name, content)).toBe(expected);
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['virus.exe', 'MZ\0\0', /só no original/],
    ['pagina.html', '<html><script>x()</script></html>', /só no original/],
    ['desenho.svg', '<svg onload="x()"/>', /só no original/],
    ['planilha.xlsx', office(['xl/vbaProject.bin']), /tem macros/],
    [
      'antiga.xls',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(512),
        Buffer.from('_VBA_PROJECT', 'utf16le'),
      ]),
      /tem macros/,
    ],
    [
      'tudo.zip',
      zipOf([
        { name: 'nota.pdf', content: PDF },
        { name: 'x.exe', content: 'MZ\0' },
      ]),
      /tem dentro x\.exe/,
    ],
    [
      'dois.zip',
      zipOf([{ name: 'um.zip', content: zipOf([{ name: 'n.pdf', content: PDF }]) }]),
      /tem dentro um\.zip/,
    ],
    ['smime.p7m', Buffer.from([0x30, 0x80, 6, 9, 0]), /só no original/],
    ['script.js', 'alert(1)', /só no original/],
  ])('stays in the original: %s', async (name, content, reason) => {
    expect(await entered(name, content)).toMatch(reason);
  });
});
