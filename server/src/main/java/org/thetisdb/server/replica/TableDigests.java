package org.thetisdb.server.replica;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.wire.SiteToRouter.TableDigest;
import org.thetisdb.store.RowVersion;

/**
 * Digests of one table's rows: one for each set of sites that hold the same rows, so that each of
 * these can be compared with its like. Not thread-safe.
 */
final class TableDigests {
  private final Map<List<Integer>, Digest> byHolders = new HashMap<>();

  private static final class Digest {
    final MessageDigest sha256 = sha256();
    long rows;
  }

  /**
   * Takes in the next row in the order of keys. The version's stamp and position count, too: equal
   * bytes of another commit are no equals.
   */
  void add(List<Integer> holders, byte[] key, RowVersion version) {
    Digest digest = byHolders.computeIfAbsent(holders, unused -> new Digest());
    ByteBuffer head = ByteBuffer.allocate(2 * Integer.BYTES + 2 * Long.BYTES);
    head.putInt(key.length).putInt(version.length());
    head.putLong(version.stamp()).putLong(version.position());
    digest.sha256.update(head.array());
    digest.sha256.update(key);
    digest.sha256.update(version.bytes(), 0, version.length());
    digest.rows++;
  }

  /** Ends the digests of a table; the next row is of another one. */
  List<TableDigest> end(int tableId) {
    List<TableDigest> ended = new ArrayList<>();
    byHolders.forEach(
        (holders, digest) ->
            ended.add(new TableDigest(tableId, holders, digest.rows, digest.sha256.digest())));
    byHolders.clear();
    return ended;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
