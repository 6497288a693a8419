import { productRoutes } from '../../../contract/callcenter/products.ts';
import { implement } from '../../implement.ts';

export const productImplementation = implement(productRoutes, {});
