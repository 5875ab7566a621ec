package org.thetisdb.sql.rights;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * A role: a user, if it may log in. A built-in role has a row only if something was said of it.
 *
 * @param id its number; none is given twice, so that a user of an old name has no old rights
 * @param login whether it may log in
 * @param verifier what its password is checked against, as {@link
 *     org.thetisdb.core.security.ScramVerifier} writes it; null if it has no password
 * @param memberOf the numbers of the roles whose rights it has, too
 */
public record RoleDef(int id, String name, boolean login, String verifier, List<Integer> memberOf) {
  /** Who is meant by PUBLIC: everybody. No role has this number. */
  public static final int PUBLIC = 0;

  /** Most roles that one is a member of. */
  public static final int MAX_MEMBERSHIPS = 1_000;

  private static final int FORMAT = 1;

  /** Copies the list. */
  public RoleDef {
    memberOf = List.copyOf(memberOf);
  }

  /** One that may not log in, and is a member of none. */
  public static RoleDef role(int id, String name) {
    return new RoleDef(id, name, false, null, List.of());
  }

  /** The same that may log in, or not. */
  public RoleDef withLogin(boolean may) {
    return new RoleDef(id, name, may, verifier, memberOf);
  }

  /** The same with another password; null for none. */
  public RoleDef withVerifier(String other) {
    return new RoleDef(id, name, login, other, memberOf);
  }

  /** The same under another name. */
  public RoleDef withName(String other) {
    return new RoleDef(id, other, login, verifier, memberOf);
  }

  /** The same as a member of a role, or not. */
  public RoleDef withMembership(int role, boolean member) {
    List<Integer> roles = new ArrayList<>(memberOf);
    roles.remove((Integer) role);
    if (member) {
      roles.add(role);
    }
    return new RoleDef(id, name, login, verifier, roles);
  }

  /** The stored form. */
  public byte[] encode() {
    ByteWriter out = new ByteWriter(64).putByte(FORMAT).putInt(id).putString(name);
    out.putBoolean(login).putString(verifier == null ? "" : verifier).putVarInt(memberOf.size());
    memberOf.forEach(out::putInt);
    return out.toByteArray();
  }

  /**
   * A role of its stored form.
   *
   * @throws CodecException if it is none
   */
  public static RoleDef decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.getUnsignedByte();
    if (format != FORMAT) {
      throw new CodecException("a role of format " + format);
    }
    int id = in.getInt();
    String name = in.getString();
    boolean login = in.getBoolean();
    String verifier = in.getString();
    int count = in.getCount(Integer.BYTES);
    if (count > MAX_MEMBERSHIPS) {
      throw new CodecException("a role that is a member of " + count);
    }
    List<Integer> roles = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      roles.add(in.getInt());
    }
    in.expectEnd();
    return new RoleDef(id, name, login, verifier.isEmpty() ? null : verifier, roles);
  }

  /** Without what its password is checked against. */
  @Override
  public String toString() {
    return "role " + name + " (" + id + ')';
  }
}
