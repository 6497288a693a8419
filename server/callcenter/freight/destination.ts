import type { freightRoutes } from '../../../contract/callcenter/freight.ts';
import type { Input } from '../../../contract/route.ts';
import { normalizePostalCode } from '../../../contract/rules/address.ts';
import { foldedText } from '../../../contract/rules/foldedText.ts';
import type { Destination } from '../../../contract/rules/freight/delivery.ts';
import { findAddress } from '../../adapters/postalCode/findAddress.ts';
import type { Context } from '../../context.ts';
import { invalid, refused } from '../../errors.ts';
import type { City } from '../../places.ts';
import { citiesOf, cityOf } from '../../places.ts';

type Requested = Pick<Input<typeof freightRoutes.quotes>['query'], 'cidade' | 'uf' | 'cepEntrega'>;

const CEP_NOT_FOUND = 'Verifique o cep digitado, ele não foi localizado em nossa base de dados.';

/**
 * State and town as chosen; without a state, those of the postal code. Throws 422 for a town that is not in its state and for
 * an unknown postal code.
 */
export async function placeOf(
  ctx: Pick<Context, 'db' | 'settings'>,
  requested: Requested,
): Promise<Destination> {
  const cep = normalizePostalCode(requested.cepEntrega ?? '');
  const uf = requested.uf ?? '';
  if (!uf && !cep) throw invalid({ cepEntrega: 'Escolha o estado e a cidade, ou informe o CEP.' });
  if (!uf) return placeOfCep(ctx, cep);
  const town = requested.cidade?.trim() ?? '';
  const city = town ? cityNamed(uf, town) : undefined;
  if (town && !city) throw invalid({ cidade: `Escolha uma cidade de ${uf}.` });
  return { uf, cidade: city?.cidade ?? '', ibge: city?.ibge ?? '', cep };
}

async function placeOfCep(ctx: Pick<Context, 'db' | 'settings'>, cep: string): Promise<Destination> {
  const address = await findAddress(ctx, cep);
  if (!address) throw refused('CEP_NAO_ENCONTRADO', CEP_NOT_FOUND, { cepEntrega: CEP_NOT_FOUND });
  return { uf: address.uf, cidade: address.localidade, ibge: address.ibge, cep };
}

/** Finds a city by its IBGE code, or by its name ignoring accents and case. */
function cityNamed(uf: string, town: string): City | undefined {
  if (/^\d{7}$/.test(town)) {
    const city = cityOf(town);
    return city?.uf === uf ? city : undefined;
  }
  const wanted = foldedText(town);
  return citiesOf(uf)?.find(({ cidade }) => foldedText(cidade) === wanted);
}
