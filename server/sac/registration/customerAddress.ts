import { foldedText } from '../../../contract/rules/foldedText.ts';
import type { CustomerAddress } from '../../db/tables/customers.ts';
import { citiesOf, cityOf } from '../../places.ts';

/** What a town of another state than the one beside it is refused with. */
export const STRAY_TOWN = 'Escolha uma cidade do estado informado.';

/** A town of another state than the one that is written beside it, or of none. */
export const isStrayTown = ({ ibge, uf }: CustomerAddress): boolean =>
  ibge !== undefined && cityOf(ibge)?.uf !== uf;

/** The name of the town is the one of its code; a town that is written has the code of its name. */
export function addressOf(address: CustomerAddress): CustomerAddress {
  const city = address.ibge ? cityOf(address.ibge) : undefined;
  if (city) return { ...address, cidade: city.cidade, uf: city.uf };
  if (address.ibge || !address.cidade || !address.uf) return address;
  const asked = foldedText(address.cidade);
  const found = citiesOf(address.uf)?.find(({ cidade }) => foldedText(cidade) === asked);
  return found ? { ...address, cidade: found.cidade, ibge: found.ibge } : address;
}
