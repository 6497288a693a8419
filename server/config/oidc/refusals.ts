import { type ProviderRefusal, refusalOf } from '../../adapters/oidc/provider.ts';
import { Refusal } from '../../errors.ts';
import type { OidcSettings } from '../../oidcSettings.ts';

/** What the person reads; the log of the server has the reason in its own words. */
const SENTENCES: Readonly<
  Record<ProviderRefusal | 'SEM_ENTRADA' | 'OUTRA_PESSOA', (name: string) => string>
> = {
  FORA: (name) =>
    `${name} não respondeu a tempo. Tente de novo em instantes; se continuar, avise o suporte da empresa.`,
  CANCELADA: (name) => `A entrada por ${name} foi cancelada. Nada mudou.`,
  CODIGO_USADO: (name) => `O código de ${name} já foi usado ou venceu. Entre de novo.`,
  OUTRO_EMISSOR: (name) => `A resposta veio de outro provedor, e não de ${name}. Avise o suporte da empresa.`,
  OUTRO_PUBLICO: (name) => `A resposta de ${name} foi feita para outro sistema. Avise o suporte da empresa.`,
  OUTRA_ENTRADA: (name) => `A resposta de ${name} é de outra entrada. Entre de novo.`,
  RELOGIO: (name) =>
    `O relógio de ${name} e o deste servidor diferem em mais de 2 minutos, ou a resposta venceu. Entre de novo; se continuar, avise o suporte da empresa.`,
  RESPOSTA: (name) =>
    `A resposta de ${name} não pôde ser aceita. Entre de novo; se continuar, avise o suporte da empresa.`,
  SEM_ENTRADA: (name) =>
    `Esta entrada por ${name} venceu, já foi concluída ou começou em outro navegador. Entre de novo.`,
  OUTRA_PESSOA: (name) => `Quem confirmou em ${name} não é quem está nesta sessão. Entre lá com a sua conta.`,
};

export const providerRefusal = (settings: OidcSettings, code: keyof typeof SENTENCES) =>
  new Refusal(code === 'FORA' ? 503 : 403, `PROVEDOR_${code}`, SENTENCES[code](settings.name));

export const failureOf = (settings: OidcSettings, error: unknown) =>
  error instanceof Refusal ? error : providerRefusal(settings, refusalOf(error));
