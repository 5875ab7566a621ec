package org.thetisdb.sql.rights;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Whose an object is, and what was granted on it. An object without one is the admin's, and nothing
 * was granted on it. It stands beside the definition, so that definitions keep their form, and goes
 * with the object.
 *
 * @param id its number
 * @param owner the number of the role whose it is
 * @param entries by grantees, each once
 */
public record GrantDef(int id, Securable object, int owner, List<Entry> entries) {
  /** Most grantees of one object. */
  public static final int MAX_ENTRIES = 1_000;

  private static final int FORMAT = 1;

  /**
   * What one role was granted.
   *
   * @param grantee the number of a role, or {@link RoleDef#PUBLIC}
   * @param privileges a set of {@link Privilege}
   */
  public record Entry(int grantee, int privileges) {}

  /** Copies the list. */
  public GrantDef {
    entries = List.copyOf(entries);
  }

  /** What holds of an object of which nothing was said yet. */
  public static GrantDef initial(int id, Securable object) {
    List<Entry> entries =
        object.equals(Securable.PUBLIC_SCHEMA)
            ? List.of(new Entry(RoleDef.PUBLIC, Privilege.USAGE.bit()))
            : List.of();
    return new GrantDef(id, object, BuiltInRole.ADMIN.id(), entries);
  }

  /** The same of another owner. */
  public GrantDef withOwner(int role) {
    return new GrantDef(id, object, role, entries);
  }

  /** What a role was granted by itself. */
  public int grantedTo(int grantee) {
    return entries.stream()
        .filter(entry -> entry.grantee == grantee)
        .mapToInt(Entry::privileges)
        .findFirst()
        .orElse(0);
  }

  /** The same with just these privileges for a role. */
  public GrantDef with(int grantee, int privileges) {
    List<Entry> next = new ArrayList<>(entries);
    next.removeIf(entry -> entry.grantee == grantee);
    if (privileges != 0) {
      next.add(new Entry(grantee, privileges));
    }
    return new GrantDef(id, object, owner, next);
  }

  /** Whether it says no more than what holds without it. */
  public boolean isInitial() {
    return equals(initial(id, object));
  }

  /** The stored form. */
  public byte[] encode() {
    ByteWriter out = new ByteWriter(64).putByte(FORMAT).putInt(id);
    object.put(out);
    out.putInt(owner).putVarInt(entries.size());
    entries.forEach(entry -> out.putInt(entry.grantee).putInt(entry.privileges));
    return out.toByteArray();
  }

  /**
   * Grants of their stored form.
   *
   * @throws CodecException if they are none
   */
  public static GrantDef decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.getUnsignedByte();
    if (format != FORMAT) {
      throw new CodecException("grants of format " + format);
    }
    int id = in.getInt();
    Securable object = Securable.get(in);
    int owner = in.getInt();
    int count = in.getCount(2 * Integer.BYTES);
    if (count > MAX_ENTRIES) {
      throw new CodecException("grants to " + count);
    }
    List<Entry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(entry(in));
    }
    in.expectEnd();
    return new GrantDef(id, object, owner, entries);
  }

  private static Entry entry(ByteReader in) {
    Entry entry = new Entry(in.getInt(), in.getInt());
    if (Privilege.of(entry.privileges).isEmpty()
        || entry.privileges >= 1 << Privilege.values().length
        || entry.privileges < 0) {
      throw new CodecException("privileges " + entry.privileges);
    }
    return entry;
  }
}
