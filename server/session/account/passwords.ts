import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import { type PasswordLength, passwordProblem } from '#contract/rules/person.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { PublicContext } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { passwordResets, people } from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { cancelPending } from '../secondFactor/pending.ts';
import { hashToken, newToken } from '../secrets.ts';

/** The hash of an acceptable new password; refuses one that is too short, too long or well known. */
export async function acceptedHash(
  { db, passwordCost }: Pick<PublicContext, 'db' | 'passwordCost'>,
  password: string,
): Promise<string> {
  const problem = passwordProblem(password, await passwordLength(db));
  if (problem) throw invalid({ senha: problem });
  if (isCommonPassword(password)) throw invalid({ senha: COMMON_PASSWORD_MESSAGE });
  return hashPassword(password, passwordCost);
}

/** If the maximum parameter is below the minimum, the minimum is used for both. */
export async function passwordLength(db: Executor): Promise<PasswordLength> {
  const { senhaMinimo: minimo, senhaMaximo } = await serviceParameters(db);
  return { minimo, maximo: Math.max(minimo, senhaMaximo) };
}

/** Stores a new password; earlier links to choose one become invalid. */
export async function storePassword(
  tx: Executor,
  ctx: Pick<PublicContext, 'now'>,
  personId: number,
  passwordHash: string,
) {
  const now = ctx.now();
  const version = sql`${people.version} + 1`;
  await tx
    .update(people)
    .set({ passwordHash, passwordChangedAt: now, updatedAt: now, version })
    .where(eq(people.id, personId));
  await cancelResets(tx, ctx, personId);
  await cancelPending(tx, personId);
}

/** Invalidates the links that were sent to a person. */
export const cancelResets = (tx: Executor, ctx: Pick<PublicContext, 'now'>, personId: number) =>
  tx
    .update(passwordResets)
    .set({ usedAt: ctx.now() })
    .where(and(eq(passwordResets.personId, personId), isNull(passwordResets.usedAt)));

export const RESET_MINUTES = 30;

/** How long an e-mail may wait to be sent; its reset expires afterwards. */
const WAITING_DAYS = 7;
const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

type Ctx = Pick<PublicContext, 'now'>;

/**
 * Creates a permission to choose a password and returns its id; earlier ones end. It has no token yet: one is created when
 * the link is sent (`issueResetLink`), so that nothing stored can open an account.
 */
export async function openReset(tx: Executor, ctx: Ctx, personId: number): Promise<number> {
  const now = ctx.now();
  await cancelResets(tx, ctx, personId);
  const [reset] = await tx
    .insert(passwordResets)
    .values({ personId, createdAt: now, expiresAt: new Date(now.getTime() + WAITING_DAYS * DAY) })
    .returning({ id: passwordResets.id });
  if (!reset) throw new Error('reset was not inserted');
  return reset.id;
}

/**
 * The link of a permission, valid for 30 minutes from now; `null` if it was used, replaced or cancelled, or if the person may
 * no longer sign in. Only the hash of its token is stored, so each call creates a new token and only the last one is valid.
 */
export async function issueResetLink(
  db: Executor,
  { now, publicUrl }: Ctx & { publicUrl: string },
  resetId: number,
): Promise<string | null> {
  const token = newToken();
  const signsIn = db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, passwordResets.personId), eq(people.active, true)));
  const [issued] = await db
    .update(passwordResets)
    .set({ tokenHash: hashToken(token), expiresAt: new Date(now().getTime() + RESET_MINUTES * MINUTE) })
    .where(
      and(
        eq(passwordResets.id, resetId),
        isNull(passwordResets.usedAt),
        gt(passwordResets.expiresAt, now()),
        exists(signsIn),
      ),
    )
    .returning({ id: passwordResets.id });
  return issued ? `${publicUrl}/redefinir-senha?token=${token}` : null;
}

/** The cost of one guess: about 0.1 s and 32 MiB. A stored hash carries its own cost, so this may grow. */
const COST: HashCost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_LENGTH = 32;

/** The scrypt parameters: it works through about 128 * N * r bytes of memory, `p` times. */
interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Returns `scrypt$N$r$p$salt$key`, the last two in base64url. Check the length first, since hashing is expensive. */
export async function hashPassword(password: string, cost: HashCost = COST): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password matches the hash. With `null`, for an account that does not exist, it takes the same time and returns
 * false.
 */
export async function passwordMatches(
  password: string,
  hash: string | null,
  cost: HashCost = COST,
): Promise<boolean> {
  const [kind, N, r, p, salt = '', key = ''] = (hash ?? unknownOf(cost)).split('$');
  const isScrypt = hash !== null && kind === 'scrypt';
  const expected = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N) || COST.N,
    r: Number(r) || COST.r,
    p: Number(p) || COST.p,
  });
  return isScrypt && expected.length === given.length && timingSafeEqual(given, expected);
}

/** Whether the password is one of those guessed first, in any letter case and with digits or signs at its end. */
export function isCommonPassword(password: string): boolean {
  const plain = password.trim().toLowerCase();
  return COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(plain.replace(/[\d!@#$.*]+$/, ''));
}

const COMMON_PASSWORD_MESSAGE = 'Esta senha é muito comum. Escolha outra, mais difícil de adivinhar.';

const unknownOf = ({ N, r, p }: HashCost) =>
  ['scrypt', N, r, p, randomBytes(16).toString('base64url'), ''].join('$');

/** A stored cost may be higher than the current one, but never so high that one sign-in takes the server down. */
const MAX_MEMORY = 256 * 1024 * 1024;

const derive = (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/**
 * Passwords that are guessed first, in Brazil and everywhere, in lower case. A word also covers itself with digits or signs
 * at its end ("senha2026!").
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 0123456789 123123 123321 654321 7654321 87654321 987654321
9876543210 111111 222222 333333 444444 555555 666666 777777 888888 999999 000000 112233 121212 131313
101010 123654 159753 147258 147258369 258456 789456 789456123 456789 741852 741852963 963852741 852456
102030 10203040 1020304050 11223344 12341234 abc123 a1b2c3 abcd1234 abcdef abcdefg abcdefgh 1q2w3e
1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3 q1w2e3r4 qazwsx qwerty qwerty1 qwertyu qwertyui qwertyuiop qwe123
qweasd qweasdzxc asdfgh asdfghj asdfghjk asdfghjkl asd123 zxcvbn zxcvbnm zaq12wsx senha senha1 senhas
minhasenha mudar mudar123 trocar trocasenha acesso acessar entrar entrada sistema usuario usuaria
administrador administrator admin admin1 administracao gerente gerencia supervisor operador operadora
vendedor vendedora vendas atendimento atendente suporte cliente clientes empresa empresas loja lojas
filial matriz comercial financeiro balcao teste teste1 testes teste123 testando padrao provisoria
temporaria segredo secreta chave chaves password passw0rd password1 p@ssw0rd p@ssword pass123 letmein
welcome welcome1 iloveyou monkey dragon master shadow sunshine princess football baseball superman
batman pokemon starwars michael jordan charlie whatever trustno1 freedom hello123 login123 changeme
default guest secret test123 temp123 root toor user123 access computer internet samsung google facebook
instagram youtube whatsapp android iphone microsoft windows brasil brasil1 brazil brasileiro brasileira
saopaulo saopaulo1 riodejaneiro manaus campinas curitiba salvador fortaleza recife goiania brasilia
santos bahia minas parana ceara pernambuco amazonas flamengo corinthians palmeiras saopaulofc santosfc
vasco vascodagama cruzeiro gremio internacional botafogo fluminense atletico galodoido timao mengao
verdao tricolor neymar pele10 ronaldo ronaldinho futebol campeao copa2014 hexa2022 hexa2026 amor amor123
amorzinho meuamor teamo teamo123 teamomuito euteamo tequiero paixao coracao saudade felicidade felizes
amizade amigos familia minhafamilia meufilho minhafilha meusfilhos mamae mamaepapai papai meubebe
princesa princesinha gatinha gatinho lindinha lindao gostosa bonita flores florzinha borboleta estrela
estrelinha docinho chocolate brigadeiro jesus jesus1 jesus123 jesuscristo jesusteama deus deusefiel
deusfiel deusama deuseamor deusnocomando cristo espiritosanto nossasenhora aparecida fe1234 gratidao
abencoada abencoado vitoria vitoria1 sucesso esperanca liberdade maria maria1 maria123 mariana joana
joao joao123 joaopaulo jose carlos antonio francisco paulo pedro lucas lucas123 mateus matheus gabriel
gabriel1 gabriela rafael rafaela rafinha daniel daniela felipe fernando fernanda rodrigo ricardo roberto
eduardo marcelo marcos leandro leonardo gustavo guilherme henrique thiago tiago vinicius bruno bruna
camila amanda juliana larissa leticia beatriz bianca isabela isabella carolina caroline patricia
priscila vanessa viviane aline alice helena valentina sophia miguel arthur heitor bernardo samuel david
davi123 enzo123 nicolas computador celular carro123 cachorro gatinho1 passarinho segunda domingo janeiro
fevereiro dezembro natal2025 natal2026 verao2026 brasil2026 senha2025 senha2026 mudar2025 mudar2026
anonovo primavera
`.match(/\S+/g),
);
