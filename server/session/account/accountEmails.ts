import { PERSONAL_LINK, queueMail } from '../../adapters/mail/outbox.ts';
import type { PublicContext } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { RESET_MINUTES } from './passwords.ts';

/** E-mails about an account, written to the outbox in the transaction that causes them. */
interface To {
  name: string;
  email: string;
}
type Ctx = Pick<PublicContext, 'settings' | 'now'>;

/**
 * The message for the person who requested the link: only someone who reads the address gets the link (docs/adr/0014), except in
 * the demonstration, where no e-mail leaves.
 */
export function linkSent({ smtp, demo }: Ctx['settings'], email: string): string {
  if (smtp) return `Enviamos a ${email} o endereço para escolher a senha.`;
  if (demo)
    return 'Na demonstração nenhum e-mail sai: abra o endereço para escolher a senha na Caixa de saída.';
  return `O envio de e-mails ainda não está ligado (Primeiros passos, E-mail): o endereço para escolher a senha espera na Caixa de saída e vai a ${email} quando for. Para entregá-lo agora, quem cuida do servidor roda "npm run senha -- CPF" com o CPF da pessoa.`;
}

export const mailReset = (tx: Executor, ctx: Ctx, to: To, resetId: number) =>
  putLink(tx, ctx, to, resetId, 'Redefinição da sua senha', [
    'Recebemos um pedido para redefinir a sua senha. Para escolher uma nova, abra este endereço:',
    PERSONAL_LINK,
    `Ele vale por ${RESET_MINUTES} minutos e só pode ser usado uma vez.`,
    'Se não foi você quem pediu, ignore esta mensagem: a sua senha continua a mesma.',
  ]);

/** For an account created by an administrator: whoever reads this e-mail chooses its first password. */
export const mailFirstPassword = (tx: Executor, ctx: Ctx, to: To, resetId: number) =>
  putLink(tx, ctx, to, resetId, 'Seu acesso foi criado', [
    'Você ganhou acesso ao console de atendimento. Para escolher a sua senha, abra este endereço:',
    PERSONAL_LINK,
    `Ele vale por ${RESET_MINUTES} minutos e só pode ser usado uma vez. Depois disso, peça outro em "Esqueci minha senha", com o seu CPF.`,
  ]);

/** An account was requested with a CPF that already has one. */
export const mailAccountExists = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Você já tem uma conta', [
    'Recebemos um pedido de conta nova com o seu CPF, mas você já tem uma.',
    `Para entrar, abra ${ctx.settings.publicUrl}/login e use a sua senha. Se não se lembra dela, escolha "Esqueci minha senha".`,
    'Se não foi você quem pediu, ignore esta mensagem: nada mudou na sua conta.',
  ]);

/**
 * For an account requested by someone already on file with another e-mail: only the reader of that address may set its
 * password.
 */
export const mailConfirmAccount = (tx: Executor, ctx: Ctx, to: To, resetId: number) =>
  putLink(tx, ctx, to, resetId, 'Confirme a sua conta', [
    'Recebemos um pedido de conta com o seu CPF. Este é o e-mail do seu cadastro; para ativar a conta, escolha a sua senha neste endereço:',
    PERSONAL_LINK,
    `Ele vale por ${RESET_MINUTES} minutos e só pode ser usado uma vez.`,
    'Se não foi você quem pediu, ignore esta mensagem.',
  ]);

/** The CPF belongs to a customer without an e-mail, so nobody can prove here that they are that customer. */
export const mailAskService = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Fale com o atendimento para criar a sua conta', [
    'Já temos um cadastro com o CPF informado, mas sem e-mail. Para proteger os dados dele, a conta não foi criada.',
    'Peça ao atendimento que inclua o seu e-mail no cadastro e tente de novo.',
  ]);

export const mailAccountCreated = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Sua conta foi criada', [
    'Sua conta está pronta.',
    `Entre com o seu CPF e a sua senha em ${ctx.settings.publicUrl}/login.`,
  ]);

export const mailPasswordChanged = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Sua senha foi alterada', [
    'A senha da sua conta foi alterada e as outras sessões foram encerradas.',
    'Se não foi você, redefina a senha na página de entrada e avise o atendimento.',
  ]);

/** Sent to the previous address, so that someone who loses an account notices it. */
export const mailAddressChanged = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'O e-mail da sua conta foi alterado', [
    'A sua conta passou a usar outro endereço de e-mail.',
    'Se não foi você, redefina a senha e avise o atendimento.',
  ]);

export const mailFactorOn = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Verificação em duas etapas ativada', [
    'A sua conta passou a pedir, além da senha, um código do seu celular. As outras sessões foram encerradas.',
    'Se não foi você, troque a senha e avise o atendimento.',
  ]);

export const mailFactorOff = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Verificação em duas etapas desativada', [
    'A sua conta voltou a pedir só a senha.',
    'Se não foi você, troque a senha e avise o atendimento.',
  ]);

export const mailFactorRemoved = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Sua verificação em duas etapas foi retirada', [
    'Um administrador retirou a verificação em duas etapas da sua conta e encerrou as suas sessões. Entre só com a senha e ative-a de novo em Minha conta.',
    'Se você não pediu isto, avise o atendimento.',
  ]);

export const mailCodesRenewed = (tx: Executor, ctx: Ctx, to: To) =>
  put(tx, ctx, to, 'Novos códigos de recuperação', [
    'A sua conta ganhou novos códigos de recuperação. Os anteriores não valem mais.',
    'Se não foi você, troque a senha, faça novos códigos em Minha conta e avise o atendimento.',
  ]);

export const mailRecoveryUsed = (tx: Executor, ctx: Ctx, to: To, left: number) =>
  put(tx, ctx, to, 'Um código de recuperação foi usado', [
    `Um código de recuperação foi usado na sua conta, para entrar ou para confirmar quem está nela. ${left === 1 ? 'Resta 1 código.' : `Restam ${left} códigos.`}`,
    'Se não foi você, troque a senha e faça novos códigos em Minha conta.',
  ]);

export const mailPasskeyAdded = (tx: Executor, ctx: Ctx, to: To, key: string) =>
  put(tx, ctx, to, 'Chave de acesso criada', [
    `A sua conta passou a abrir também com a chave de acesso "${key}".`,
    'Se não foi você, retire-a em Minha conta, troque a senha e avise o atendimento.',
  ]);

export const mailPasskeyRemoved = (tx: Executor, ctx: Ctx, to: To, key: string) =>
  put(tx, ctx, to, 'Chave de acesso retirada', [
    `A chave de acesso "${key}" não abre mais a sua conta.`,
    'Se não foi você, troque a senha e avise o atendimento.',
  ]);

export const mailPasskeyCopied = (tx: Executor, ctx: Ctx, to: To, key: string) =>
  put(tx, ctx, to, 'Uma chave de acesso pode ter sido copiada', [
    `A chave de acesso "${key}" disse ter sido usada menos vezes do que já foi, e não foi aceita. Pode haver uma cópia dela.`,
    'Retire-a em Minha conta, crie outra e avise o atendimento.',
  ]);

export const mailProviderLinked = (tx: Executor, ctx: Ctx, to: To, provider: string) =>
  put(tx, ctx, to, 'Sua conta foi ligada à conta da empresa', [
    `A sua conta do console passou a abrir também por ${provider}.`,
    'Se não foi você, avise o administrador.',
  ]);

const put = (tx: Executor, { now }: Ctx, to: To, subject: string, paragraphs: string[]) =>
  queueMail(tx, { to: to.email, subject, text: letter(to, paragraphs) }, now);

/** The link itself is created when the e-mail is sent, and exists only in that e-mail. */
const putLink = (
  tx: Executor,
  { now }: Ctx,
  to: To,
  passwordResetId: number,
  subject: string,
  paragraphs: string[],
) => queueMail(tx, { to: to.email, subject, text: letter(to, paragraphs), passwordResetId }, now);

const letter = ({ name }: To, paragraphs: string[]) => [`Olá, ${name}.`, ...paragraphs].join('\n\n');
