import { checkDeviations } from '../../../tests/harness/deviations.js';
import { textDeviations } from './texts.js';

checkDeviations(textDeviations, {
  'cleaned-texts': {
    known: [
      { old: { description: '<p style="color:red">a</p><script>x()</script>' }, new: { description: '<p>a</p>' } },
      {
        old: { description: '<p><a href="https://old.example/about">a</a></p>' },
        new: { description: '<p><a href="https://old.example/about">a</a></p>' },
      },
    ],
    faults: [
      { old: { description: '<p style="color:red">a</p>' }, new: { description: '<p>b</p>' } },
      { old: { description: '<p>a</p>' }, new: { description: '' } },
      { old: { description: '<p>a &amp; b</p>' }, new: { description: '<p>a &amp;amp; b</p>' } },
      { old: { description: '&lt;b&gt;' }, new: { description: '<b>' } },
    ],
  },
  'json-ld-texts': {
    known: [
      { old: { json_ld: { name: "A &lt;em&gt;b&lt;/em&gt; c\\'s" } }, new: { json_ld: { name: "A b c's" } } },
      {
        old: { venue: { json_ld: { description: '&lt;p&gt;a &amp; b [&hellip;]&lt;/p&gt;\\n' } } },
        new: { venue: { json_ld: { description: 'a & b […]' } } },
      },
      { old: { json_ld: { description: '&lt;p&gt;a b&lt;/p&gt;\n' } }, new: { json_ld: { description: 'a b' } } },
    ],
    faults: [
      { old: { json_ld: { name: 'A &lt;em&gt;b&lt;/em&gt;' } }, new: { json_ld: { name: 'A' } } },
      { old: { json_ld: { name: 'A &amp; b' } }, new: { json_ld: { name: 'A &amp;amp; b' } } },
      { old: { json_ld: { description: '&lt;p&gt;a b&lt;/p&gt;' } }, new: { json_ld: { description: 'a' } } },
    ],
  },
  'plain-names': {
    known: [
      { old: { title: '<em>Night</em> &amp; day' }, new: { title: 'Night & day' } },
      {
        old: { title: { rendered: '<em>Night</em> &#038; day' } },
        new: { title: { rendered: 'Night &amp; day' } },
      },
    ],
    faults: [
      { old: { title: { rendered: '<em>Night</em>' } }, new: { title: { rendered: '<em>Nights</em>' } } },
      { old: { title: '<em>Night</em>' }, new: { title: 'Nigh' } },
      { old: { title: 'Night' }, new: { title: '<em>Night</em>' } },
    ],
  },
});
