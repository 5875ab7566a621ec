package org.thetisdb.core.net.tls;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.thetisdb.core.net.CertificateSubject;
import org.thetisdb.core.net.CertificateSubject.Kind;

/**
 * Whom a certificate is for: OU=node or OU=user, and the name as CN. One with several of either, or
 * none, is nobody's: what is ambiguous gives no right. Stateless.
 */
final class CertificateNames {
  static final String NODE = "node";
  static final String USER = "user";

  private CertificateNames() {}

  static CertificateSubject subjectOf(X509Certificate certificate) {
    try {
      List<Rdn> parts = new LdapName(certificate.getSubjectX500Principal().getName()).getRdns();
      String unit = only(parts, "OU");
      String name = only(parts, "CN");
      if (name.isEmpty()) {
        return CertificateSubject.NONE;
      }
      return switch (unit) {
        case NODE -> new CertificateSubject(Kind.NODE, name);
        case USER -> new CertificateSubject(Kind.USER, name);
        default -> CertificateSubject.NONE;
      };
    } catch (InvalidNameException e) {
      return CertificateSubject.NONE;
    }
  }

  private static String only(List<Rdn> parts, String type) {
    String found = null;
    for (Rdn part : parts) {
      if (part.size() != 1) {
        return "";
      }
      if (part.getType().toUpperCase(Locale.ROOT).equals(type)) {
        if (found != null || !(part.getValue() instanceof String)) {
          return "";
        }
        found = (String) part.getValue();
      }
    }
    return found == null ? "" : found;
  }
}
