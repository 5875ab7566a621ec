package org.thetisdb.core.wire;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.core.wire.SiteToRouter.SchemeReport;

/**
 * Which tables are written and read where under a scheme without phases, as its router tells its
 * sites. A site answers when it writes closed tables no more, and its log has all that it wrote
 * there. Immutable.
 *
 * @param number rises; the router's epoch is in its upper half
 * @param rights what holds from now on
 * @param vector what a site must have before it reads its copies
 */
public record TablesRequest(long number, TableRights rights, VersionVector vector) {
  /** As it is sent, by a scheme. */
  public SchemeRequest request(String scheme) {
    ByteWriter out = new ByteWriter();
    out.putVarLong(number).putBoolean(rights.closesAll());
    encode(rights.closed(), out);
    encode(rights.readEverywhere(), out);
    vector.encode(out);
    return new SchemeRequest(scheme, out.toByteArray());
  }

  private static void encode(List<Integer> tables, ByteWriter out) {
    out.putVarInt(tables.size());
    tables.forEach(out::putVarInt);
  }

  /**
   * What was sent.
   *
   * @throws org.thetisdb.core.error.CodecException if it is something else
   */
  public static TablesRequest of(SchemeRequest sent) {
    ByteReader in = new ByteReader(sent.body());
    TablesRequest request =
        new TablesRequest(
            in.getVarLong(),
            new TableRights(in.getBoolean(), decode(in), decode(in)),
            VersionVector.decode(in));
    in.expectEnd();
    return request;
  }

  private static List<Integer> decode(ByteReader in) {
    int count = in.getCount(1);
    List<Integer> tables = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tables.add(in.getVarInt());
    }
    return tables;
  }

  /** The site's answer. */
  public static SchemeReport known(String scheme, long number, VersionVector vector) {
    return new SchemeReport(scheme, vector, new ByteWriter().putVarLong(number).toByteArray());
  }

  /** The number that a site knows. */
  public static long known(SchemeReport said) {
    ByteReader in = new ByteReader(said.body());
    long number = in.getVarLong();
    in.expectEnd();
    return number;
  }
}
