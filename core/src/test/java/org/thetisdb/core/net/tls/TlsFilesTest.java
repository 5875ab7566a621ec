package org.thetisdb.core.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.testing.TestCertificates;

/** Files that cannot be used are refused in a sentence that names them. */
class TlsFilesTest {
  private TestCertificates certificates;
  @TempDir Path directory;

  @BeforeEach
  void makeAuthority() {
    certificates = new TestCertificates(directory);
  }

  private static void refused(TlsFiles files, Path named, String why) {
    ThrowingCallable opening = () -> Tls.open(TlsMode.REQUIRE, Verification.NODE, files);
    assertThatThrownBy(opening)
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("File " + named + " cannot be used for TLS: ")
        .hasMessageContaining(why);
  }

  @Test
  void aFileThatIsNotThere() throws IOException {
    TlsFiles files = certificates.node("one");
    Files.delete(files.certificate());
    refused(files, files.certificate(), "it is not there");
  }

  @Test
  void aUsersCertificateForASite() {
    TlsFiles files = certificates.user("eve");
    assertThatThrownBy(() -> Tls.openNode(TlsMode.REQUIRE, files))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("File " + files.certificate() + " cannot be used for TLS: ")
        .hasMessageContaining("it is no node's");
    assertThat(Tls.openNode(TlsMode.REQUIRE, certificates.node("one")).mode())
        .isEqualTo(TlsMode.REQUIRE);
  }

  @Test
  void aHandshakeThatBrokeOffShowsNobody() {
    Tls tls = Tls.open(TlsMode.REQUIRE, Verification.HOST, certificates.node("one"));
    SSLSession none = tls.connecting(new Address("127.0.0.1", 1)).getSession();
    assertThatThrownBy(() -> tls.connected(none))
        .isInstanceOf(CertificateException.class)
        .hasMessage("it has shown no certificate");
  }

  @Test
  void anExpiredCertificate() {
    TlsFiles files = certificates.expiredNode("one");
    refused(files, files.certificate(), "it has expired on ");
  }

  @Test
  void aKeyOfAnotherCertificate() {
    TlsFiles one = certificates.node("one");
    TlsFiles mixed =
        new TlsFiles(one.authority(), one.certificate(), certificates.node("two").key());
    refused(mixed, mixed.key(), "its key is not the one of the certificate");
  }

  @Test
  void aKeyThatEverybodyCanRead() throws IOException {
    TlsFiles files = certificates.node("one");
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
    refused(files, files.key(), "every user of this machine can read it");
  }

  @Test
  void halfACertificate() throws IOException {
    TlsFiles files = certificates.node("one");
    String whole = Files.readString(files.certificate());
    Files.writeString(files.certificate(), whole.substring(0, whole.length() / 2));
    refused(files, files.certificate(), "has no end");
  }

  @Test
  void aKeyWithAPassword() throws IOException {
    TlsFiles files = certificates.node("one");
    Files.writeString(files.key(), Pem.format("ENCRYPTED PRIVATE KEY", new byte[100]));
    refused(files, files.key(), "openssl pkcs8 -topk8 -nocrypt");
  }

  @Test
  void bytesThatAreNoCertificate() throws IOException {
    TlsFiles files = certificates.node("one");
    Files.writeString(files.certificate(), Pem.format(Pem.CERTIFICATE, new byte[500]));
    refused(files, files.certificate(), "");
    Files.writeString(files.certificate(), "nothing of that kind");
    refused(files, files.certificate(), "it has no certificate in PEM");
  }
}
