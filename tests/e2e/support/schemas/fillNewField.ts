import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { expectAccessibleAndFitting } from '../expectAccessibleAndFitting.ts';
import { addReference, chooseFirst, finish, proceed, seeState } from '../registration.ts';
import { choose } from '../studio.ts';
import type { RunNames } from './names.ts';

/** Registers a person: the new field is required, shown on the page, and available as a column and filter of the list. */
export async function fillNewField(page: Page, names: RunNames): Promise<number> {
  const id = await register(page, names);
  await page.goto(`/clientes/${id}/dados`);
  const facts = page.getByRole('region', { name: 'Campos adicionais' });
  await facts.getByText(names.field, { exact: true }).waitFor();
  await facts.getByText('Loja', { exact: true }).waitFor();
  await expectAccessibleAndFitting(page, 'the customer with the new field');

  await page.getByRole('link', { name: 'Clientes', exact: true }).first().click();
  await page.getByRole('button', { name: 'Colunas e densidade' }).click();
  await page
    .getByRole('dialog', { name: 'Colunas e densidade' })
    .getByRole('checkbox', { name: names.field })
    .check();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Buscar clientes' }).fill(names.customer);
  await page
    .getByRole('row')
    .filter({ hasText: names.customer })
    .getByText('Loja', { exact: true })
    .waitFor();
  assert.equal(await page.getByRole('columnheader', { name: names.field }).count(), 1);
  return id;
}

async function register(page: Page, { customer, cpf, field }: RunNames): Promise<number> {
  const text = (name: RegExp) => page.getByRole('textbox', { name });
  await page.goto('/clientes');
  await page.getByRole('button', { name: 'Cadastrar cliente' }).click();
  const again = page.getByRole('button', { name: 'Começar de novo' });
  const person = page.getByRole('button', { name: 'Pessoa (CPF)' });
  await again.or(person).first().waitFor();
  if (await again.isVisible()) await again.click();
  await person.click();
  await text(/^CPF/).fill(cpf);
  await page.getByText('Documento válido para cadastro.').waitFor();
  await proceed(page);

  await text(/^Nome completo/).fill(customer);
  await text(/^Data de nascimento/).fill('14/03/1984');
  await text(/^Inscrição estadual/).fill('110042490114');
  for (const name of [/^Filial/, /^Atividade/, /^Como conheceu/, /^Tabela de preço/])
    await chooseFirst(page, name);
  await proceed(page);

  await text(/^Telefone/)
    .first()
    .fill('1133224455');
  await text(/^E-mail(?! para)/).fill(`${cpf}@exemplo.com.br`);
  await text(/^E-mail para NF-e/).fill(`${cpf}@exemplo.com.br`);
  await text(/^E-mail para boletos/).fill(`${cpf}@exemplo.com.br`);
  for (const number of [1, 2, 3]) await addReference(page, number);
  await proceed(page);

  await page.getByRole('heading', { name: 'Endereços' }).waitFor();
  const billing = page.getByRole('group', { name: 'Endereço de cobrança' });
  await billing.getByRole('textbox', { name: /CEP/ }).fill('01310100');
  await seeState(billing, 'São Paulo');
  await billing.getByRole('textbox', { name: /Número/ }).fill('20');
  await page.getByRole('switch', { name: /mesmo Endereço de Cobrança/ }).check();
  await proceed(page);

  await page.getByRole('heading', { name: 'Campos Adicionais' }).waitFor();
  await expectAccessibleAndFitting(page, 'the step of extra fields');
  await page.getByRole('button', { name: 'Finalizar' }).click();
  await page.getByRole('group', { name: 'O que falta corrigir' }).getByText(field).waitFor();
  await choose(page, new RegExp(`^${field}`), 'Loja');
  await finish(page);
  await page.getByRole('button', { name: 'Ver cliente' }).click();
  await page.waitForURL(/\/clientes\/\d+$/);
  return Number(page.url().split('/').at(-1));
}
