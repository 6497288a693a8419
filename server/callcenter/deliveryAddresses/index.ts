import { and, asc, eq } from 'drizzle-orm';
import {
  type DeliveryAddress,
  deliveryAddressRoutes,
  MAX_DELIVERY_ADDRESSES,
  type NewDeliveryAddress,
} from '#contract/callcenter/customers/deliveryAddresses.ts';
import type { Input, Output } from '#contract/route.ts';
import { normalizePostalCode } from '#contract/rules/contact.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerBranches, deliveryAddresses } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { cityOf } from '../../places.ts';
import { requireOwn } from '../../records/fieldOwners.ts';
import { customerRecords } from '../../records/standard/customers/customers.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { lockCustomer, noteListChange } from '../customerCore/commands.ts';
import { addressOf } from './queries.ts';

export const deliveryAddressImplementation = implement(deliveryAddressRoutes, {
  list: listAddresses,
  create: command(deliveryAddressRoutes.create, createAddress),
  remove: command(deliveryAddressRoutes.remove, removeAddress),
});

async function listAddresses(
  { params }: Input<typeof deliveryAddressRoutes.list>,
  { db, user }: Context,
): Promise<DeliveryAddress[]> {
  if (!(await visibleCustomer(db, user, params.idCli))) throw notFound();
  const rows = await db
    .select()
    .from(deliveryAddresses)
    .where(and(eq(deliveryAddresses.customerId, params.idCli), eq(deliveryAddresses.active, true)))
    .orderBy(asc(deliveryAddresses.id))
    .limit(MAX_DELIVERY_ADDRESSES);
  return rows.map(addressOf);
}

async function createAddress(
  tx: Tx,
  ctx: Context,
  { params, body: given }: Input<typeof deliveryAddressRoutes.create>,
): Promise<Output<typeof deliveryAddressRoutes.create>> {
  const body = plainTexts(given);
  await lockCustomer(tx, ctx, params.idCli);
  const { cadastraEnderecoEntrega } = await serviceParameters(tx);
  if (!cadastraEnderecoEntrega)
    throw refused('CADASTRO_DESLIGADO', 'O cadastro de endereços de entrega está desligado nos parâmetros.');
  await requireOwn(tx, customerRecords, ['enderecosEntrega']);
  const id = await insertAddress(tx, params.idCli, body);
  await noteListChange(tx, ctx, params.idCli);
  const text = `Endereço de entrega criado: ${shortText(body)}`;
  await logCustomer(tx, ctx, {
    customerId: params.idCli,
    type: 'CADASTRO',
    text,
    data: { idEndereco: id },
  });
  await audit(tx, ctx, { action: 'CRIAR', entity: 'delivery_addresses', entityId: id, after: body });
  return { data: { id, message: 'Endereço de entrega criado.' } };
}

async function insertAddress(tx: Tx, customerId: number, body: NewDeliveryAddress): Promise<number> {
  const town = body.ibge ? cityOf(body.ibge) : undefined;
  if (body.ibge && town?.uf !== body.estado)
    throw invalid({ cidade: `A cidade não fica em ${body.estado}.` });
  const count = await tx.$count(
    deliveryAddresses,
    and(eq(deliveryAddresses.customerId, customerId), eq(deliveryAddresses.active, true)),
  );
  if (count >= MAX_DELIVERY_ADDRESSES)
    throw refused(
      'MUITOS_ENDERECOS',
      `O cliente já tem ${MAX_DELIVERY_ADDRESSES} endereços de entrega. Remova um que não usa.`,
    );
  const [row] = await tx
    .insert(deliveryAddresses)
    .values({
      customerId,
      cep: normalizePostalCode(body.cep),
      street: body.rua.trim(),
      number: body.numero.trim(),
      complement: body.complemento?.trim() ?? '',
      district: body.bairro.trim(),
      city: body.cidade.trim(),
      state: body.estado,
      ibge: body.ibge ?? '',
      note: body.obs?.trim() ?? '',
    })
    .returning({ id: deliveryAddresses.id });
  if (!row) throw new Error('the address was not written');
  return row.id;
}

async function removeAddress(
  tx: Tx,
  ctx: Context,
  { params }: Input<typeof deliveryAddressRoutes.remove>,
): Promise<Output<typeof deliveryAddressRoutes.remove>> {
  await lockCustomer(tx, ctx, params.idCli);
  const { permiteRemoverEndereco } = await serviceParameters(tx);
  const [row] = await tx
    .select()
    .from(deliveryAddresses)
    .where(
      and(
        eq(deliveryAddresses.id, params.idEndereco),
        eq(deliveryAddresses.customerId, params.idCli),
        eq(deliveryAddresses.active, true),
      ),
    );
  if (!row) throw notFound();
  if (!permiteRemoverEndereco)
    throw refused('REMOCAO_DESLIGADA', 'Remover endereços de entrega está desligado nos parâmetros.');
  await requireOwn(tx, customerRecords, ['enderecosEntrega']);
  await noteListChange(tx, ctx, params.idCli);
  await tx
    .update(deliveryAddresses)
    .set({ active: false, updatedAt: ctx.now(), version: row.version + 1 })
    .where(eq(deliveryAddresses.id, row.id));
  const before = addressOf(row);
  const text = `Endereço de entrega removido: ${shortText(before)}`;
  await logCustomer(tx, ctx, {
    customerId: params.idCli,
    type: 'CADASTRO',
    text,
    data: { idEndereco: row.id },
  });
  const served = await tx
    .select({ id: customerBranches.branchId })
    .from(customerBranches)
    .where(eq(customerBranches.customerId, params.idCli));
  await audit(tx, ctx, {
    action: 'EXCLUIR',
    entity: 'delivery_addresses',
    entityId: row.id,
    before,
    knownAs: { code: String(row.id), branchIds: served.map(({ id }) => id) },
  });
  return { data: { id: row.id, message: 'Endereço de entrega removido.' } };
}

const shortText = ({ rua, numero, cidade, estado }: NewDeliveryAddress | DeliveryAddress): string =>
  `${rua}, ${numero}, ${cidade} - ${estado}`;
