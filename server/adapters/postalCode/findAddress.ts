import { eq } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { postalCodes } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { cityOf } from '../../places.ts';
import { plainText } from '../../text/plainText.ts';
import { type AskRemote, clientFor } from '../remoteJson.ts';

/** The address of a CEP; the code of a whole town has neither street nor district. */
interface PostalAddress {
  logradouro: string;
  uf: string;
  localidade: string;
  complemento: string;
  bairro: string;
  ibge: string;
}

/**
 * Looks up an address with the configured service (in ViaCEP's format), or in our own table when there is no service or it
 * does not answer. `null` for an unknown code. Throws 503 with instructions when only the service could have known it.
 */
export async function findAddress(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  cep: string,
  ask: AskRemote | undefined = settings.cepUrl ? clientFor(settings.cepUrl, settings) : undefined,
): Promise<PostalAddress | null> {
  if (!settings.cepUrl || !ask) return ownAddress(db, cep);
  try {
    return asAddress(await ask(settings.cepUrl.replaceAll('{cep}', cep)));
  } catch {
    const own = await ownAddress(db, cep);
    if (own) return own;
    throw new Refusal(
      503,
      'CEP_FORA_DO_AR',
      'A consulta de CEP não respondeu. Digite o endereço à mão, ou tente de novo em instantes.',
    );
  }
}

async function ownAddress(db: Deps['db'], cep: string): Promise<PostalAddress | null> {
  const [row] = await db.select().from(postalCodes).where(eq(postalCodes.cep, cep));
  return (
    (row && {
      logradouro: row.street,
      uf: row.state,
      localidade: row.city,
      complemento: row.complement,
      bairro: row.district,
      ibge: row.ibge,
    }) ??
    null
  );
}

/** Texts are truncated to a reasonable length, and a city is accepted only if its code is valid. */
function asAddress(answer: unknown): PostalAddress | null {
  if (answer === null) return null;
  if (typeof answer !== 'object' || Array.isArray(answer)) throw new Error('no address');
  const given = answer as Record<string, unknown>;
  if (given.erro === true || given.erro === 'true') return null;
  const text = (key: string, most: number) =>
    typeof given[key] === 'string' ? plainText(given[key]).trim().slice(0, most) : '';
  const city = cityOf(text('ibge', 7));
  if (!city) throw new Error('no town');
  return {
    logradouro: text('logradouro', 100),
    uf: city.uf,
    localidade: city.cidade,
    complemento: text('complemento', 80),
    bairro: text('bairro', 60),
    ibge: city.ibge,
  };
}
