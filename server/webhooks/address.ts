import { isIP } from 'node:net';
import { isPrivate, type Reach } from '../adapters/outgoing.ts';

/**
 * Why an address cannot be a webhook's; `null` where it can. What a name leads to is judged at each connection
 * (adapters/outgoing.ts), here only what is written.
 */
export function addressProblem(text: string, { privateHosts }: Reach): string | null {
  if (!URL.canParse(text)) return 'Informe um endereço completo, como https://erp.suaempresa.com.br/avisos.';
  const { protocol, hostname, username, password } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const own = privateHosts.includes(host);
  if (username || password) return 'O endereço não leva usuário nem senha: cada aviso já vai assinado.';
  if (!own && ((isIP(host) && isPrivate(host)) || host === 'localhost'))
    return 'Este endereço é da rede interna. Quem instala o Balcão o permite em PRIVATE_HOSTS.';
  if (protocol === 'https:' || (protocol === 'http:' && own)) return null;
  return 'O endereço deve começar com https://.';
}
