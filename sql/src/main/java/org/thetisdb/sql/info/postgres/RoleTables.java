package org.thetisdb.sql.info.postgres;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.sql.info.InfoContext;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.rights.BuiltInRole;
import org.thetisdb.sql.rights.RoleDef;

/** Tables about roles. No row shows what a password is checked against. Stateless. */
final class RoleTables {
  private static final Layout ROLES =
      new Layout(
          "oid:BIGINT=10",
          "rolname",
          "rolsuper:BOOLEAN=true",
          "rolinherit:BOOLEAN=true",
          "rolcreaterole:BOOLEAN=true",
          "rolcreatedb:BOOLEAN=true",
          "rolcanlogin:BOOLEAN=true",
          "rolreplication:BOOLEAN=false",
          "rolconnlimit:INTEGER=-1",
          "rolpassword=********",
          "rolvaliduntil:TIMESTAMPTZ",
          "rolbypassrls:BOOLEAN=true",
          "rolconfig:VARCHAR[]");

  private static final Layout USERS =
      new Layout(
          "usename",
          "usesysid:BIGINT=10",
          "usecreatedb:BOOLEAN=true",
          "usesuper:BOOLEAN=true",
          "userepl:BOOLEAN=false",
          "usebypassrls:BOOLEAN=true",
          "passwd=********",
          "valuntil:TIMESTAMPTZ",
          "useconfig:VARCHAR[]");

  private static final Layout MEMBERS =
      new Layout(
          "roleid:BIGINT", "member:BIGINT", "grantor:BIGINT=10", "admin_option:BOOLEAN=false");

  private RoleTables() {}

  static List<VirtualTable> all() {
    return List.of(
        table(244, "pg_roles", ROLES, RoleTables::roles),
        table(245, "pg_user", USERS, RoleTables::users),
        table(248, "pg_auth_members", MEMBERS, RoleTables::members));
  }

  private static VirtualTable table(
      int number,
      String name,
      Layout layout,
      java.util.function.Function<InfoContext, Stream<Object[]>> rows) {
    return VirtualTable.of(
        number,
        VirtualTable.PG_CATALOG,
        name,
        layout.columns(),
        (context, key) -> rows.apply(context));
  }

  private static boolean isAdmin(InfoContext context, RoleDef role) {
    return context.catalog().rights().user(role.name()).isAdmin();
  }

  private static Stream<Object[]> roles(InfoContext context) {
    return context.catalog().rights().roles().stream()
        .map(
            role -> {
              boolean admin = isAdmin(context, role);
              return ROLES.row(
                  "oid", Oids.ofRole(role.id()),
                  "rolname", role.name(),
                  "rolsuper", admin,
                  "rolcreaterole", admin,
                  "rolcreatedb", admin,
                  "rolbypassrls", admin,
                  "rolcanlogin", mayLogIn(role));
            });
  }

  /** Who is admin without a password comes by the local socket. */
  private static boolean mayLogIn(RoleDef role) {
    return role.login() || role.id() == BuiltInRole.ADMIN.id();
  }

  private static Stream<Object[]> users(InfoContext context) {
    return context.catalog().rights().roles().stream()
        .filter(RoleTables::mayLogIn)
        .map(
            role -> {
              boolean admin = isAdmin(context, role);
              return USERS.row(
                  "usename", role.name(),
                  "usesysid", Oids.ofRole(role.id()),
                  "usecreatedb", admin,
                  "usesuper", admin,
                  "usebypassrls", admin);
            });
  }

  private static Stream<Object[]> members(InfoContext context) {
    return context.catalog().rights().roles().stream()
        .flatMap(
            role ->
                role.memberOf().stream()
                    .map(
                        group ->
                            MEMBERS.row(
                                "roleid", Oids.ofRole(group), "member", Oids.ofRole(role.id()))));
  }
}
