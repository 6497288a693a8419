import { isIP } from 'node:net';
import path from 'node:path';
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isOrigin, type OtherBusiness, readBusinesses } from './businessSettings.ts';
import { type ImapSettings, imapOf, type SmtpSettings, smtpOf } from './mailSettings.ts';
import { OIDC_VARIABLES, type OidcSettings, oidcOf, wrongOidc } from './oidcSettings.ts';
import { TRACE_VARIABLES, tracesOf } from './traceSettings.ts';

/** A variable, with the message that explains how to fix an invalid value. */
const variable = (pattern: string, remedy: string) => Type.Optional(Type.String({ pattern, remedy }));
const token = (name: string) =>
  variable(
    '^[\\w.~+/=-]{24,200}$',
    `${name} deve ter de 24 a 200 letras, números ou sinais de ._~+/=-, por exemplo o que "openssl rand -hex 24" escreve.`,
  );
const free = Type.Optional(Type.String());
const ON_OFF = '^(on|off)$';
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];

const Environment = Type.Object({
  PORT: variable('^\\d{1,5}$', 'PORT deve ser um número de porta entre 1 e 65535, por exemplo 3000.'),
  HOST: variable(
    '^[\\w.:-]+$',
    'HOST deve ser um endereço de rede desta máquina, por exemplo 127.0.0.1 ou 0.0.0.0.',
  ),
  PROCESSES: variable(
    '^([1-9]|[1-5]\\d|6[0-4])$',
    'PROCESSES deve ser um número de processos entre 1 e 64, por exemplo 4.',
  ),
  DATA_DIR: free,
  SCHEMAS_DIR: free,
  NFE_DIR: free,
  NFE_CHAIN_FILE: free,
  CEP_URL: variable(
    '^https?://.',
    'CEP_URL deve ser um endereço completo com {cep}, por exemplo https://viacep.com.br/ws/{cep}/json/.',
  ),
  RECEITA_URL: variable('^https?://.', 'RECEITA_URL deve ser um endereço completo com {cnpj}.'),
  FREIGHT_URL: variable(
    '^https?://.',
    'FREIGHT_URL deve ser um endereço completo, com {uf}, {ibge}, {cep}, {peso} e {total} onde o serviço os espera.',
  ),
  TRACKING_URL: variable(
    '^https?://.',
    'TRACKING_URL deve ser um endereço completo com {codigo}, e {tipo} se o serviço precisar.',
  ),
  DIALER_URL: variable(
    '^https?://.',
    'DIALER_URL deve ser um endereço completo, por exemplo https://discadora.suaempresa.com.br/ligacoes.',
  ),
  PAYMENT_URL: variable(
    '^https?://.',
    'PAYMENT_URL deve ser o endereço completo de um provedor de pagamentos, por exemplo https://pagamentos.suaempresa.com.br/cobrancas.',
  ),
  PRIVATE_HOSTS: variable(
    '^[\\w.:\\[\\]-]+([\\s,]+[\\w.:\\[\\]-]+)*$',
    'PRIVATE_HOSTS deve ser uma lista de nomes ou endereços da rede interna separados por vírgula, sem porta, por exemplo minio.interno,10.0.0.5.',
  ),
  DATABASE_READ_URL: variable(
    '^postgres(ql)?://.',
    'DATABASE_READ_URL deve começar com postgres:// e ser uma réplica (streaming) do banco de DATABASE_URL.',
  ),
  REPORTS_DATABASE_URL: variable(
    '^postgres(ql)?://.',
    'REPORTS_DATABASE_URL deve começar com postgres:// e usar uma pessoa do banco que só lê o esquema relatorio.',
  ),
  DATABASE_URL: variable(
    '^postgres(ql)?://.',
    'DATABASE_URL deve começar com postgres://, por exemplo postgres://usuario:senha@servidor:5432/balcao; sem ela o Balcão usa o próprio PostgreSQL.',
  ),
  DEMO: variable(ON_OFF, 'DEMO deve ser on (dados de demonstração) ou off.'),
  DEMO_NETWORK: variable(
    ON_OFF,
    'DEMO_NETWORK deve ser on (a demonstração, cuja senha todos conhecem, pode ser aberta na rede) ou off.',
  ),
  REQUESTS_PER_MINUTE: variable(
    '^\\d{1,6}$',
    'REQUESTS_PER_MINUTE deve ser um número inteiro de pedidos por pessoa e minuto, por exemplo 1200; 0 não limita.',
  ),
  PUBLIC_URL: variable(
    '^https?://[^\\s/]+',
    'PUBLIC_URL deve ser o endereço completo do console, por exemplo https://balcao.suaempresa.com.br.',
  ),
  AREA_PREFIX: variable(
    '^(?!(sac|callcenter|config|senha|parametros|imagens|cep|captcha|broadcasting|app|docs|healthz|metrics|email|descadastro|assets|login|entrar|home|tickets|conta|saude)$)[a-z][a-z0-9-]{1,39}$',
    'AREA_PREFIX deve ser uma palavra em letras minúsculas que o Balcão ainda não usa, por exemplo devolucao.',
  ),
  BUSINESSES: free,
  CONSOLE_ORIGINS: free,
  TRUSTED_PROXIES: free,
  SMTP_HOST: free,
  SMTP_PORT: variable('^\\d{1,5}$', 'SMTP_PORT deve ser um número de porta, por exemplo 587.'),
  SMTP_USER: free,
  SMTP_PASS: free,
  SMTP_FROM: variable(
    '^[^\\r\\n]*@[^\\r\\n]+$',
    'SMTP_FROM deve ser um e-mail, por exemplo Balcão <sac@suaempresa.com.br>.',
  ),
  SMTP_SECURE: variable(ON_OFF, 'SMTP_SECURE deve ser on (TLS desde o início, porta 465) ou off (STARTTLS).'),
  IMAP_HOST: free,
  IMAP_PORT: variable('^\\d{1,5}$', 'IMAP_PORT deve ser um número de porta, por exemplo 993.'),
  IMAP_USER: free,
  IMAP_PASS: free,
  IMAP_SECURE: variable(ON_OFF, 'IMAP_SECURE deve ser on (TLS desde o início, porta 993) ou off (STARTTLS).'),
  IMAP_FOLDER: free,
  IMAP_DONE_FOLDER: free,
  S3_ENDPOINT: variable(
    '^https?://.',
    'S3_ENDPOINT deve ser um endereço completo, por exemplo https://s3.sa-east-1.amazonaws.com.',
  ),
  S3_REGION: free,
  S3_BUCKET: free,
  S3_ACCESS_KEY: free,
  S3_SECRET_KEY: free,
  METRICS_TOKEN: token('METRICS_TOKEN'),
  BACKUP_KEY: variable(
    '^(age1[a-z0-9]{50,}|AGE-SECRET-KEY-.{50,}|(?!age1|AGE-SECRET-KEY-).{16,})$',
    'BACKUP_KEY deve ser uma senha de 16 caracteres ou mais, ou uma chave do age inteira (age1… para cifrar, AGE-SECRET-KEY-… para restaurar).',
  ),
  ...OIDC_VARIABLES,
  ...TRACE_VARIABLES,
  CLAMD_URL: variable(
    '^(tcp://[^\\s/]+|unix:/.+)$',
    'CLAMD_URL deve ser o lugar do clamd, por exemplo tcp://clamav:3310 ou unix:/run/clamav/clamd.ctl.',
  ),
  CLAMD_AWAY: variable(
    '^(refuse|accept)$',
    'CLAMD_AWAY deve ser refuse (sem antivírus nenhum arquivo é guardado) ou accept.',
  ),
  CAPTCHA: variable(ON_OFF, 'CAPTCHA deve ser on ou off.'),
  LOG_LEVEL: variable(`^(${LEVELS.join('|')})$`, `LOG_LEVEL deve ser um destes: ${LEVELS.join(', ')}.`),
});
type Environment = Static<typeof Environment>;

export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export interface Settings {
  readonly port: number;
  readonly host: string;
  /**
   * The number of processes that answer on the one port. If there are several, one more handles the database and the
   * background work.
   */
  readonly processes: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** An absolute path. */
  readonly dataDir: string;
  /** Absolute path of the schemas/ folder that administrators own; if absent, the console's own one is used. */
  readonly schemasDir?: string;
  /** Absolute path of a folder whose NF-e files are imported automatically; if absent, none are. */
  readonly nfeDir?: string;
  /** Certificates of authorities, added at each start. */
  readonly nfeChainFile?: string;
  /** A ViaCEP-compatible service, with `{cep}` in its address; if absent, the embedded table is used. */
  readonly cepUrl?: string;
  /**
   * A service compatible with the tax authority's, with `{cnpj}` in its address; if absent, the demonstration registry is
   * used.
   */
  readonly receitaUrl?: string;
  /**
   * A service for carrier quotes, with `{uf}`, `{ibge}`, `{cep}`, `{peso}`, `{total}` in its address; if absent, our rate
   * tables are used.
   */
  readonly freightUrl?: string;
  /**
   * A service for the events of a consignment, with `{codigo}` in its address; if absent, the events of our own table are
   * used.
   */
  readonly trackingUrl?: string;
  /** Receives a POST with `numero` and `operador`; if absent, calls are only recorded. */
  readonly dialerUrl?: string;
  /** Charges cards (adapters/payment/chargeCard.ts); if absent, the test gateway is used, and only in the demonstration. */
  readonly paymentUrl?: string;
  /** Hosts of the internal network that adapters may call, in lower case; every other private address is refused. */
  readonly privateHosts: readonly string[];
  /** Connects as the role that reads reports; if absent, the console creates that role itself. */
  readonly reportsDatabaseUrl?: string;
  /** If absent, the embedded PostgreSQL is used. */
  readonly databaseUrl?: string;
  /** A streaming replica of the database, for reports, files and list pages; if absent, the database answers everything. */
  readonly readDatabaseUrl?: string;
  readonly demo: boolean;
  /** Whether the demonstration, whose password is public, can be opened from other machines. */
  readonly demoOnNetwork: boolean;
  /** Requests allowed per person and minute; an address may send those of twenty people. 0 means no limit. */
  readonly requestsPerMinute: number;
  /** A second area of the ticket paths: `/devolucao/tickets` in addition to `/sac/tickets`. */
  readonly areaPrefix?: string;
  /** Offered in addition to this server by 'Alternar Negócio'. */
  readonly businesses: readonly OtherBusiness[];
  /** Origins of other installations' consoles, which may call this server with one of its tokens. */
  readonly consoleOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Scans each upload before it is stored; if absent, uploads are not scanned. */
  readonly scanner?: { readonly url: string; readonly acceptUnscanned: boolean };
  readonly captcha: boolean;
  /** Enables `/metrics`; if absent, that address does not exist. */
  readonly metricsToken?: string;
  /** Encrypts backups: a password, or an age key. */
  readonly backupKey?: string;
  /** Whether spans are sent to an OpenTelemetry collector. */
  readonly traces: boolean;
  readonly logLevel: LogLevel;
  readonly smtp?: SmtpSettings;
  /** If absent, everyone signs in with their own password. */
  readonly oidc?: OidcSettings;
  readonly imap?: ImapSettings;
  readonly s3?: S3Settings;
}

/** Carries one sentence for each setting that must be fixed. */
export class SettingsError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'SettingsError';
    this.sentences = sentences;
  }
}

/** The only reader of the environment. Throws SettingsError if a setting must be fixed. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const given = onlyGiven(env);
  const sentences = [
    ...wrongValues(given),
    ...wrongPorts(given),
    ...wrongProxies(given),
    ...wrongBusinesses(given),
    ...wrongOrigins(given),
    ...incompleteGroups(given),
    ...openDemonstration(given),
    ...wrongOidc(given),
  ];
  if (sentences.length > 0) throw new SettingsError(sentences);
  const port = Number(given.PORT ?? 3000);
  return {
    port,
    processes: Number(given.PROCESSES ?? 1),
    // The users of the demonstration share a known password, so the console is open to the network only on request.
    host: given.HOST ?? '127.0.0.1',
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir: path.resolve(given.DATA_DIR ?? 'data'),
    schemasDir: given.SCHEMAS_DIR && path.resolve(given.SCHEMAS_DIR),
    nfeDir: given.NFE_DIR && path.resolve(given.NFE_DIR),
    nfeChainFile: given.NFE_CHAIN_FILE && path.resolve(given.NFE_CHAIN_FILE),
    cepUrl: given.CEP_URL,
    receitaUrl: given.RECEITA_URL,
    freightUrl: given.FREIGHT_URL,
    trackingUrl: given.TRACKING_URL,
    dialerUrl: given.DIALER_URL,
    paymentUrl: given.PAYMENT_URL,
    privateHosts: listOf(given.PRIVATE_HOSTS).map((host) => host.replace(/^\[|\]$/g, '').toLowerCase()),
    reportsDatabaseUrl: given.REPORTS_DATABASE_URL,
    databaseUrl: given.DATABASE_URL,
    readDatabaseUrl: given.DATABASE_READ_URL,
    demo: isDemo(given),
    demoOnNetwork: isDemo(given) && isOnNetwork(given),
    requestsPerMinute: Number(given.REQUESTS_PER_MINUTE ?? 1_200),
    areaPrefix: given.AREA_PREFIX,
    businesses: readBusinesses(given.BUSINESSES) ?? [],
    consoleOrigins: listOf(given.CONSOLE_ORIGINS),
    trustedProxies: listOf(given.TRUSTED_PROXIES),
    metricsToken: given.METRICS_TOKEN,
    backupKey: given.BACKUP_KEY,
    scanner: given.CLAMD_URL
      ? { url: given.CLAMD_URL, acceptUnscanned: given.CLAMD_AWAY === 'accept' }
      : undefined,
    traces: tracesOf(given),
    captcha: given.CAPTCHA !== 'off',
    // Keeps the terminal quiet, so that the line with the address stays the last one.
    logLevel: (given.LOG_LEVEL as LogLevel | undefined) ?? 'warn',
    smtp: smtpOf(given),
    oidc: oidcOf(given),
    imap: imapOf(given),
    s3: s3Of(given),
  };
}

/** Every variable that is read. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.properties);

/** An empty variable counts as absent, as in `PORT= npm start` and empty lines of a compose file. */
const onlyGiven = (env: NodeJS.ProcessEnv): Environment =>
  Object.fromEntries(
    Object.keys(Environment.properties)
      .map((name) => [name, env[name]?.trim()])
      .filter(([, value]) => value),
  );

const wrongValues = (given: Environment): string[] =>
  [...Value.Errors(Environment, given)].map((error) => String((error.schema as TSchema).remedy));

const wrongPorts = (given: Environment): string[] =>
  (['PORT', 'SMTP_PORT', 'IMAP_PORT'] as const)
    .filter((name) => /^\d{1,5}$/.test(given[name] ?? '') && !isPort(Number(given[name])))
    .map((name) => `${name} deve ser um número de porta entre 1 e 65535.`);

const isPort = (port: number) => port >= 1 && port <= 65535;

const listOf = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);

const wrongProxies = (given: Environment): string[] =>
  listOf(given.TRUSTED_PROXIES).every(isAddressRange)
    ? []
    : [
        'TRUSTED_PROXIES deve ser uma lista de endereços IP ou faixas CIDR separados por vírgula, por exemplo 10.0.0.0/8,127.0.0.1.',
      ];

const wrongBusinesses = (given: Environment): string[] =>
  readBusinesses(given.BUSINESSES)
    ? []
    : [
        'BUSINESSES deve ser uma lista JSON de negócios, cada um com NAME e API_URL, por exemplo [{"NAME":"Filial Sul","API_URL":"https://sul.suaempresa.com.br"}].',
      ];

const wrongOrigins = (given: Environment): string[] =>
  listOf(given.CONSOLE_ORIGINS).every(isOrigin)
    ? []
    : [
        'CONSOLE_ORIGINS deve ser uma lista de origens separadas por vírgula, por exemplo https://balcao.suaempresa.com.br.',
      ];

function isAddressRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * A server with its own database will hold real data sooner or later, so the demonstration must be requested explicitly
 * there.
 */
const isDemo = ({ DEMO, DATABASE_URL }: Environment) => (DEMO ? DEMO === 'on' : DATABASE_URL === undefined);

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/** Whether other machines can reach it: at the address it listens on, or at one that is forwarded to it. */
const isOnNetwork = ({ HOST = '127.0.0.1', PUBLIC_URL = '' }: Environment) =>
  [HOST, hostOf(PUBLIC_URL)].some((host) => host !== '' && !LOOPBACK.test(host));

const hostOf = (url: string): string => /^https?:\/\/(\[[^\]]*\]|[^/:?#]*)/.exec(url)?.[1] ?? '';

/** Everyone knows the demonstration's password, so opening it to a network needs a second, explicit setting. */
const openDemonstration = (given: Environment): string[] =>
  isDemo(given) && isOnNetwork(given) && given.DEMO_NETWORK !== 'on'
    ? [
        'A empresa de demonstração tem uma senha que todos conhecem e não abre na rede sem querer: use DEMO=off para dados reais, ou DEMO_NETWORK=on para mostrá-la mesmo assim.',
      ]
    : [];

/** S3 and SMTP must be configured completely or not at all, since a partial configuration would fail at the first upload. */
function incompleteGroups(given: Environment): string[] {
  const missing = (names: readonly (keyof Environment)[]) => names.filter((name) => !given[name]);
  const s3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  const lacking = missing(s3);
  const sentences: string[] = [];
  if (lacking.length > 0 && lacking.length < s3.length)
    sentences.push(
      `Para guardar arquivos em S3 falta definir ${lacking.join(', ')}; sem nenhuma delas o Balcão usa uma pasta.`,
    );
  if (given.SMTP_HOST && !given.SMTP_FROM)
    sentences.push(
      'Para enviar e-mails por SMTP_HOST falta definir SMTP_FROM, por exemplo Balcão <sac@suaempresa.com.br>.',
    );
  if (given.IMAP_HOST && !(given.IMAP_USER && given.IMAP_PASS))
    sentences.push('Para ler e-mails de IMAP_HOST falta definir IMAP_USER e IMAP_PASS.');
  if (Boolean(given.SMTP_USER) !== Boolean(given.SMTP_PASS))
    sentences.push('SMTP_USER e SMTP_PASS devem ser definidos juntos.');
  return sentences;
}

function s3Of(given: Environment): S3Settings | undefined {
  if (!given.S3_ENDPOINT) return undefined;
  return {
    endpoint: given.S3_ENDPOINT.replace(/\/+$/, ''),
    region: given.S3_REGION ?? 'us-east-1',
    bucket: given.S3_BUCKET ?? '',
    accessKey: given.S3_ACCESS_KEY ?? '',
    secretKey: given.S3_SECRET_KEY ?? '',
  };
}
