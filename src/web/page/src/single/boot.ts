/** The script that the policy of the page names: it starts the one that stands packed. */

import { scriptOf } from './unpack';

void scriptOf('app').then((address) => {
  const script = document.createElement('script');
  script.src = address;
  document.body.append(script);
});
