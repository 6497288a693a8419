import { Console } from './custom/layout/Console.tsx';
import { authProvider } from './dataProvider/authProvider.ts';
import { dataProvider } from './dataProvider/dataProvider.ts';

/** The screens of the console. Each is loaded when it is first opened, and enters the drawer by standing here. */
export function App() {
  return <Console authProvider={authProvider} dataProvider={dataProvider} />;
}
