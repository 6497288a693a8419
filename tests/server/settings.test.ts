import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readSettings, SETTING_NAMES, SettingsError } from '#server/settings/settings.ts';

const sentencesOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
};

describe('settings', () => {
  it('need no variables: embedded database, demonstration, this machine only', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      demo: true,
      captcha: true,
      logLevel: 'warn',
      smtp: undefined,
      s3: undefined,
    });
  });

  it('switch the demonstration off with a DATABASE_URL, unless DEMO is on', () => {
    const DATABASE_URL = 'postgres://a:b@c/d';
    expect(readSettings({ DATABASE_URL }).demo).toBe(false);
    expect(readSettings({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
    expect(readSettings({ DEMO: 'off' }).demo).toBe(false);
  });

  it('read the given variables and treat an empty one as absent', () => {
    const settings = readSettings({
      PORT: '8080',
      PUBLIC_URL: 'https://balcao.example/',
      DEMO_NETWORK: 'on',
      AREA_PREFIX: 'devolucao',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      LOG_LEVEL: '',
      SMTP_HOST: 'mail.example',
      SMTP_FROM: 'Balcão <sac@example.com>',
      S3_ENDPOINT: 'https://s3.example/',
      S3_BUCKET: 'anexos',
      S3_ACCESS_KEY: 'k',
      S3_SECRET_KEY: 's',
    });
    expect(settings.port).toBe(8080);
    expect(settings.publicUrl).toBe('https://balcao.example');
    expect(settings.areaPrefix).toBe('devolucao');
    expect(settings.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
    expect(settings.logLevel).toBe('warn');
    expect(settings.smtp).toMatchObject({ host: 'mail.example', port: 587, secure: false });
    expect(settings.s3).toMatchObject({ endpoint: 'https://s3.example', region: 'us-east-1' });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PORT: '0' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ DEMO: 'sim' }, 'DEMO'],
    [{ PUBLIC_URL: 'balcao.example' }, 'PUBLIC_URL'],
    [{ AREA_PREFIX: 'sac' }, 'AREA_PREFIX'],
    [{ AREA_PREFIX: 'Área nova' }, 'AREA_PREFIX'],
    [{ TRUSTED_PROXIES: 'todos' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.300' }, 'TRUSTED_PROXIES'],
    [{ LOG_LEVEL: 'muito' }, 'LOG_LEVEL'],
    [{ PROCESSES: '0' }, 'PROCESSES'],
    [{ SMTP_HOST: 'mail.example' }, 'SMTP_FROM'],
    [{ SMTP_USER: 'x' }, 'SMTP_PASS'],
    [{ S3_BUCKET: 'anexos' }, 'S3_ENDPOINT'],
  ])('reject %j with one sentence that names the variable', (env, name) => {
    const sentences = sentencesOf(env);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toContain(name);
  });

  it('report all errors at once and repeat no secret', () => {
    const sentences = sentencesOf({
      PORT: 'x',
      DEMO: 'y',
      SMTP_PASS: 'segredo',
      DATABASE_URL: 'senha-secreta',
    });
    expect(sentences).toHaveLength(4);
    expect(sentences.join()).not.toMatch(/segredo|senha-secreta/);
  });
});

describe('demonstration on a network', () => {
  it.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '::' }],
    [{ HOST: '192.168.0.10', DEMO: 'on' }],
    [{ PUBLIC_URL: 'https://balcao.exemplo.com.br' }],
    [{ HOST: '0.0.0.0', DEMO_NETWORK: 'off' }],
  ])('is refused unless DEMO_NETWORK is on: %j', (env) => {
    expect(() => readSettings(env)).toThrow('DEMO_NETWORK=on');
    expect(readSettings({ ...env, DEMO_NETWORK: 'on' })).toMatchObject({ demo: true, demoOnNetwork: true });
    expect(readSettings({ ...env, DEMO: 'off' })).toMatchObject({ demo: false, demoOnNetwork: false });
  });

  it.each([[{}], [{ HOST: '::1' }], [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }]])(
    'needs no DEMO_NETWORK on this machine only: %j',
    (env) => expect(readSettings(env)).toMatchObject({ demo: true, demoOnNetwork: false }),
  );
});

describe('documentation of settings', () => {
  const text = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
  const example = [...text('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)];

  it('lists each of them once in .env.example, and no other', () => {
    expect(example.map(([, name]) => name).sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('gives the actual defaults there', () => {
    const given = Object.fromEntries(example.map(([, name, value]) => [name, value]));
    expect(readSettings(given)).toEqual({ ...readSettings({}), schemasDir: path.resolve('schemas') });
  });

  it('explains each of them in the README', () => {
    expect(SETTING_NAMES.filter((name) => !text('README.md').includes(`\`${name}\``))).toEqual([]);
  });
});
