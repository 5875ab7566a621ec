package com.example.kv;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.thetisdb.dtxn.FragmentRefusedException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.dtxn.UndoRecord;

/** One partition of the store, in memory. It knows nothing of transactions, logs or other sites. */
public final class KeyValue implements StorageEngine {
  private final SortedMap<String, String> values = new TreeMap<>();

  @Override
  public byte[] executeFragment(byte[] fragment, UndoRecord undo) {
    Minitransaction wanted = Minitransaction.decode(fragment);
    for (Map.Entry<String, String> compared : wanted.compares().entrySet()) {
      if (!Objects.equals(values.get(compared.getKey()), compared.getValue())) {
        throw new FragmentRefusedException("The value of " + compared.getKey() + " is another.");
      }
    }
    Minitransaction answer = new Minitransaction();
    for (String key : wanted.reads().keySet()) {
      answer.reads().put(key, values.get(key));
    }
    if (undo != null) {
      undo.set(before(wanted.writes()));
    }
    putAll(wanted.writes());
    return answer.encode();
  }

  @Override
  public boolean onlyReads(byte[] fragment) {
    return Minitransaction.decode(fragment).writes().isEmpty();
  }

  private SortedMap<String, String> before(SortedMap<String, String> writes) {
    SortedMap<String, String> before = new TreeMap<>();
    writes.keySet().forEach(key -> before.put(key, values.get(key)));
    return before;
  }

  private void putAll(Map<?, ?> written) {
    written.forEach(
        (key, value) -> {
          if (value == null) {
            values.remove(key);
          } else {
            values.put((String) key, (String) value);
          }
        });
  }

  @Override
  public void applyUndoRecord(UndoRecord undo) {
    putAll((Map<?, ?>) undo.get());
  }

  @Override
  public void writeSnapshot(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    Minitransaction.write(data, values);
    data.flush();
  }

  @Override
  public void readSnapshot(InputStream in) throws IOException {
    values.putAll(Minitransaction.read(new DataInputStream(in)));
  }
}
